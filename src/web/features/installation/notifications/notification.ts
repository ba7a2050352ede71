import {
  BellRing,
  Blocks,
  Building2,
  Camera,
  Cctv,
  CircleCheck,
  CircleX,
  CreditCard,
  Info,
  type LucideIcon,
  Mail,
  MapPin,
  PackageOpen,
  Radio,
  ShieldCheck,
  TriangleAlert,
  UserPlus,
  UsersRound,
  Video,
} from "lucide-react";
import { notificationKinds } from "#contract/kinds.ts";
import type { Notification } from "#contract/notifications.ts";
import type { Tone } from "#web/ui/tone.ts";

export type NotificationKind = Notification["kind"];
export type NotificationType = Notification["type"];

/** An icon for each kind, in the filter. */
const kindIcons: Readonly<Partial<Record<NotificationKind, LucideIcon>>> = {
  visit_created: Camera,
  project_created: Building2,
  member_changed: UsersRound,
  invitation: UserPlus,
  snag: MapPin,
  video: Video,
  live: Radio,
  camera: Cctv,
  message: Mail,
  security: ShieldCheck,
  plan: CreditCard,
  export: PackageOpen,
  integration: Blocks,
};

export const kinds: readonly NotificationKind[] = notificationKinds;

export const kindIcon = (kind: NotificationKind): LucideIcon => kindIcons[kind] ?? BellRing;

const looks: Readonly<Record<NotificationType, { type: NotificationType; icon: LucideIcon; tone: Tone }>> = {
  info: { type: "info", icon: Info, tone: "info" },
  success: { type: "success", icon: CircleCheck, tone: "ok" },
  error: { type: "error", icon: CircleX, tone: "bad" },
  warning: { type: "warning", icon: TriangleAlert, tone: "warn" },
};

/** Icon and colour of a notification by its type; an unknown type is a warning. */
export function lookOf(type: string) {
  return Object.hasOwn(looks, type) ? looks[type as NotificationType] : looks.warning;
}

/** Target of a notification: a web address, never a script; null for anything else. */
export function linkOf({ link }: Pick<Notification, "link">): string | null {
  if (!link) return null;
  try {
    return /^https?:$/.test(new URL(link, location.origin).protocol) ? link : null;
  } catch {
    return null;
  }
}
