import type { DrivenChannel, DriverData } from "./driver.ts";
import { type MedialiveCalls, type MedialiveOptions, unlessMissing, unlessThere } from "./medialive-calls.ts";
import * as shapes from "./medialive-shapes.ts";

/** Resources created for a channel. Null for those deleted again. */
export interface Made {
  readonly package_channel?: string | null;
  readonly endpoint?: string | null;
  readonly manifest?: string | null;
  readonly security_group?: string | null;
  readonly input?: string | null;
  readonly ingest?: string | null;
  readonly channel?: string | null;
}

const group = "sitewalk";
export const path = {
  group: "/channelGroup",
  channels: `/channelGroup/${group}/channel`,
  endpoints: (name: string) => `/channelGroup/${group}/channel/${name}/originEndpoint`,
};

/** The resources of a channel: each is created once, recorded, and deleted by itself. */
export function createMedialiveParts(
  { medialive, mediapackage }: MedialiveCalls,
  options: Pick<MedialiveOptions, "senders" | "roleArn">,
) {
  const steps: readonly ((channel: DrivenChannel, made: Made) => Promise<DriverData | undefined>)[] = [
    async ({ code }, { package_channel }) => {
      if (package_channel != null) return undefined;
      await mediapackage("POST", path.group, { ChannelGroupName: group }).catch(unlessThere);
      await mediapackage("POST", path.channels, shapes.packageChannel(code)).catch(unlessThere);
      return { package_channel: code };
    },
    async ({ code }, { endpoint }) => {
      if (endpoint != null) return undefined;
      const address = path.endpoints(code);
      await mediapackage("POST", address, shapes.originEndpoint(code)).catch(unlessThere);
      const found = await mediapackage<{ Arn: string; HlsManifests: readonly { Url: string }[] }>(
        "GET",
        `${address}/${code}`,
      );
      await mediapackage("PUT", `${address}/${code}/policy`, shapes.readByAll(found.Arn));
      return { endpoint: code, manifest: found.HlsManifests[0]?.Url ?? null };
    },
    async (_, { security_group }) => {
      if (security_group != null) return undefined;
      const made = await medialive<{ securityGroup: { id: string } }>(
        "POST",
        "/prod/inputSecurityGroups",
        shapes.securityGroup(options.senders),
      );
      return { security_group: made.securityGroup.id };
    },
    async (channel, { input, security_group }) => {
      if (input != null) return undefined;
      const made = await medialive<{
        input: { id: string; destinations: readonly { url: string }[] };
      }>(
        "POST",
        "/prod/inputs",
        shapes.input(
          nameOf(channel),
          requestOf(channel, "input"),
          security_group ?? "",
          `live/${channel.key()}`,
        ),
      );
      const url = made.input.destinations[0]?.url ?? "";
      // The last part is the key, which is never stored in plain text.
      return { input: made.input.id, ingest: url.slice(0, url.lastIndexOf("/")) };
    },
    async (channel, { channel: id, input, package_channel }) => {
      if (id != null) return undefined;
      const made = await medialive<{ channel: { id: string } }>(
        "POST",
        "/prod/channels",
        shapes.channel({
          name: nameOf(channel),
          requestId: requestOf(channel, "channel"),
          roleArn: options.roleArn,
          inputId: input ?? "",
          group,
          packageName: package_channel ?? "",
        }),
      );
      return { channel: made.channel.id };
    },
  ];

  /** Creates missing resources. */
  async function make(channel: DrivenChannel): Promise<Made> {
    for (const step of steps) {
      const more = await step(channel, channel.data);
      if (more !== undefined) await channel.remember(more);
    }
    return channel.data;
  }

  /** Deletes one resource and its record; one that is deleted already only loses its record. */
  async function drop(
    channel: DrivenChannel,
    name: keyof Made,
    remove: (id: string) => Promise<unknown>,
  ): Promise<void> {
    const id = (channel.data as Made)[name];
    if (id == null) return;
    await remove(id).catch(unlessMissing);
    await channel.remember({ [name]: null });
  }

  return { make, drop };
}

/** Names accepted by AWS: letters, digits, spaces and some punctuation. */
const nameOf = ({ code, name }: DrivenChannel) =>
  `${name.replaceAll(/[^A-Za-z0-9 _-]/g, "").slice(0, 60)} ${code}`.trim();
/** Idempotency token, the same for the same key: a creation whose answer was lost is not repeated. */
const requestOf = ({ code, keyHash }: DrivenChannel, what: string) =>
  `${what}-${code}-${keyHash.toString("hex").slice(0, 16)}`;
