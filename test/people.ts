import type { CurrentUser } from "#contract/auth.ts";
import { noPlan } from "#contract/plans.limits.ts";
import { inactivityDefault } from "#contract/profile.ts";

/** A signed-in user who has filled in nothing but their name. */
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
  trello_enabled: true,
  monday_enabled: true,
  ms_project_enabled: true,
  clickup_enabled: true,
  has_password: true,
  inactivity: inactivityDefault(5),
  notification_preferences: {
    global_settings: { browser_enabled: false, mail_enabled: true },
    preferences: [],
  },
  missing_fields: [],
  remind_2fa: false,
  user_stats: {
    count_projects: 0,
    count_virtual_tours: 0,
    count_video_uploads: 0,
    count_projects_month: 0,
    count_virtual_tours_month: 0,
    count_video_uploads_month: 0,
  },
  plan_info: noPlan,
  unpaid: null,
  can: mayBegin({ create_project: false }),
};

/** A user's permissions to create: all of them except the given ones. */
export function mayBegin(but: Partial<CurrentUser["can"]> = {}): CurrentUser["can"] {
  return {
    create_project: true,
    create_visit: true,
    create_video: true,
    create_camera: true,
    create_channel: true,
    administer: false,
    autodesk: true,
    trello: false,
    monday: false,
    ms_project: false,
    clickup: false,
    api: true,
    ...but,
  };
}
