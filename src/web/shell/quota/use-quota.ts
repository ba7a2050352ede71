import { useQuery } from "@tanstack/react-query";
import { call, type Output } from "#web/lib/client.ts";
import { useUser } from "#web/lib/session.ts";

export type Quota = Output<"GET /api/quota">;
export type QuotaKind = "project" | "visit" | "video" | "camera" | "channel";

/** Of the whole plan, or of the calendar month. */
export interface Share {
  readonly of: "all" | "month";
  readonly used: number;
  readonly limit: number;
}

/**
 * The remaining quota of a plan, loaded before anything is selected or typed. `id_project` determines whose plan
 * counts. A failed load blocks no one: the server checks again on submission.
 */
export function useQuota(kind: QuotaKind, id_project: number | null = null, isAsked = true) {
  // Another plan, selected in another tab, has another quota.
  const plan = useUser()?.plan_info.id_plan ?? null;
  const { data } = useQuery({
    queryKey: ["quota", kind, id_project, plan],
    enabled: isAsked,
    queryFn: ({ signal }) =>
      call("GET /api/quota", { query: { kind, ...(id_project !== null && { id_project }) } }, { signal }),
    staleTime: 0,
  });
  const quota = isAsked ? data : undefined;
  return { quota, isFull: quota !== undefined && !quota.fits };
}

/** The limited shares; empty without a plan. */
export function sharesOf({ whose, used, limit, used_month, limit_month }: Quota): Share[] {
  if (whose === "none") return [];
  return [
    ...(limit === null ? [] : [{ of: "all", used, limit } as const]),
    ...(limit_month === null ? [] : [{ of: "month", used: used_month, limit: limit_month } as const]),
  ];
}

/** One is left, or a tenth: warns before the limit is reached. */
export const isNear = ({ used, limit }: Share): boolean =>
  used < limit && limit - used <= Math.max(1, Math.floor(limit / 10));

export const isReached = ({ used, limit }: Share): boolean => used >= limit;
