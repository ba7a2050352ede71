import { sql } from "kysely";
import type { Database } from "../database.ts";
import { limits, type Member } from "./protocol.ts";

export interface ChannelMember {
  readonly channel: string;
  readonly member: Member;
}

/** The member lists shared by all processes: rows of PostgreSQL, by its clock alone. */
export type PresenceStore = ReturnType<typeof createPresenceStore>;

export function createPresenceStore(db: Database) {
  return {
    /** Registers this process for `milliseconds`; returns its id. */
    async register(milliseconds: number): Promise<number> {
      const { rows } = await sql<{ id: number }>`
        insert into realtime_processes (alive_until) values (${after(milliseconds)}) returning id`.execute(
        db,
      );
      const [row] = rows;
      if (row === undefined) throw new Error("The process was not recorded.");
      return row.id;
    },

    /** Renews the process's registration; returns false when it had been taken for dead, and must register again. */
    async prolong(process: number, milliseconds: number, channels?: ReadonlyMap<string, number>) {
      const occupied = JSON.stringify(Object.fromEntries(channels ?? []));
      const { numAffectedRows } = await sql`
        update realtime_processes set alive_until = ${after(milliseconds)}, channels = ${occupied}::jsonb
        where id = ${process}`.execute(db);
      return numAffectedRows === 1n;
    },

    /** Writes who came to this process and who left it; returns the transaction, for a signal. */
    async write(
      process: number,
      came: readonly ChannelMember[],
      left: readonly ChannelMember[],
    ): Promise<string> {
      const { rows } = await sql<{ xid: string }>`
        with gone as (
          delete from presence_members m
          using unnest(${left.map(channelOf)}::text[], ${left.map(idOf)}::text[]) as l (channel, member)
          where m.channel = l.channel and m.member = l.member and m.process = ${process}
        ), here as (
          insert into presence_members (channel, member, process, info)
          select channel, member, ${process}, info
          from unnest(${came.map(channelOf)}::text[], ${came.map(idOf)}::text[], ${came.map(infoOf)}::text[])
            as c (channel, member, info)
          on conflict (channel, member, process) do nothing
        )
        select pg_current_xact_id()::text as xid`.execute(db);
      return rows[0]?.xid ?? "0";
    },

    /** The members of each channel, longest present first, at most as many as are shown. */
    async read(channels: readonly string[]): Promise<Map<string, Member[]>> {
      const { rows } = await sql<{ channel: string; member: string; info: string }>`
        select m.channel, m.member, (array_agg(m.info order by m.joined_at))[1] as info
        from presence_members m join realtime_processes p on p.id = m.process and p.alive_until > now()
        where m.channel = any(${channels})
        group by m.channel, m.member
        order by m.channel, min(m.joined_at), m.member`.execute(db);
      const lists = new Map<string, Member[]>(channels.map((channel) => [channel, []]));
      for (const { channel, member, info } of rows) {
        const list = lists.get(channel);
        if (list !== undefined && list.length < limits.members) list.push({ id: member, info });
      }
      return lists;
    },

    /** Removes dead processes, with their members; returns the channels that this changes. */
    async reap(): Promise<{ xid: string; channels: string[] }> {
      const { rows } = await sql<{ channel: string; xid: string }>`
        with dead as (
          delete from realtime_processes where id in (
            select id from realtime_processes where alive_until < now() for update skip locked
          ) returning id
        ), gone as (
          delete from presence_members
          where process in (select id from dead) or process not in (select id from realtime_processes)
          returning channel
        )
        select distinct channel, pg_current_xact_id()::text as xid from gone`.execute(db);
      return { xid: rows[0]?.xid ?? "0", channels: rows.map(channelOf) };
    },

    /** Subscriptions by channel in all other processes, as last reported. */
    async occupiedElsewhere(process: number): Promise<Map<string, number>> {
      const { rows } = await sql<{ channel: string; count: number }>`
        select key as channel, sum(value::int)::int as count
        from realtime_processes, jsonb_each_text(channels)
        where alive_until > now() and id <> ${process} group by key`.execute(db);
      return new Map(rows.map(({ channel, count }) => [channel, count]));
    },
  };
}

const after = (milliseconds: number) =>
  sql`now() + make_interval(secs => ${milliseconds}::double precision / 1000)`;
const channelOf = ({ channel }: { readonly channel: string }) => channel;
const idOf = ({ member }: ChannelMember) => member.id;
const infoOf = ({ member }: ChannelMember) => member.info;
