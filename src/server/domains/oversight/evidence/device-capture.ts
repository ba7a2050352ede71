import { sql } from "kysely";
import type { CaptureKind } from "#contract/choices.ts";

/** Kept by a device with something that was made on it. */
export interface DeviceCapture {
  readonly captured_at: Date | null;
  readonly clock_offset: number | null;
  readonly sha256: string | null;
  readonly announced_at: Date | null;
}

/** `DeviceCapture` as JSON has it. */
export interface WithDevice {
  readonly device: {
    readonly captured_at: string | null;
    readonly clock_offset: number | null;
    readonly sha256: string | null;
    readonly announced_at: string | null;
  } | null;
}

/** The capture with which a record arrived: the first one, should a device have sent the same file twice. */
export const deviceJson = (kind: CaptureKind, id: string) => sql`(
  select json_build_object('captured_at', c.captured_at, 'clock_offset', c.clock_offset, 'sha256', c.sha256,
    'announced_at', c.announced_at)
  from captures c where c.kind = ${kind} and c.id_target = ${sql.ref(id)}
  order by c.created_at, c.guid limit 1)`;

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Null for what was sent at once, with its GUID alone. */
export const deviceFrom = ({ device }: WithDevice): DeviceCapture | null =>
  device === null || (device.captured_at === null && device.sha256 === null)
    ? null
    : { ...device, captured_at: dateOf(device.captured_at), announced_at: dateOf(device.announced_at) };
