import {
  Bell,
  type LucideIcon,
  MonitorSmartphone,
  ShieldCheck,
  SlidersHorizontal,
  Timer,
  UserPen,
} from "lucide-react";

/** Parts of `/editprofile`, in this order; each has its own address. */
export const sections = [
  "details",
  "security",
  "sessions",
  "notifications",
  "inactivity",
  "preferences",
] as const;
export type Section = (typeof sections)[number];

export const sectionIcons: Readonly<Record<Section, LucideIcon>> = {
  details: UserPen,
  security: ShieldCheck,
  sessions: MonitorSmartphone,
  notifications: Bell,
  inactivity: Timer,
  preferences: SlidersHorizontal,
};

/** The part in an address. After linking an account, the part that shows the result. */
export function sectionOf(address: Readonly<Record<string, unknown>>): Section {
  if (typeof address["social"] === "string") return "security";
  return sections.find((section) => section === address["section"]) ?? "details";
}

export function addressOf(section: Section): string {
  return section === "details" ? "/editprofile" : `/editprofile?section=${section}`;
}
