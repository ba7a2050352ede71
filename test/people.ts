import type { CurrentUser } from "#contract/auth.ts";
import { inactivityDefault } from "#contract/profile.ts";

/** A signed-in person who has filled in nothing but his name. */
export const somebody: CurrentUser = {
  id: 7,
  code: "person7code",
  username: "site",
  first_name: "",
  last_name: "",
  email: "",
  avatar: null,
  cover_image: null,
  company: "",
  tax_id: "",
  street: "",
  city: "",
  postal_code: "",
  province: "",
  country: "",
  tel: "",
  language: "en",
  role: "user",
  super_admin: false,
  is_demo: false,
  "2fa_enabled": false,
  adsk_auth: false,
  has_password: true,
  inactivity: inactivityDefault,
  notification_preferences: {
    global_settings: { browser_enabled: false, mail_enabled: true },
    preferences: [],
  },
  missing_fields: [],
  remind_2fa: false,
  user_stats: { count_projects: 0, count_virtual_tours: 0 },
  can: { create_project: false, administer: false },
};
