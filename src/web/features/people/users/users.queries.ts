import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Role } from "#contract/auth.ts";
import type { UserRecord, UserRow, userSorts } from "#contract/users.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";

export type UserSort = (typeof userSorts)[number];
export type UserState = UserRow["state"];

export interface UserFilter {
  readonly search: string;
  readonly role: Role | null;
  readonly state: UserState | null;
  readonly sort: UserSort;
  readonly page: number;
}

export const usersPerPage = 25;

const keys = {
  lists: ["users", "list"],
  list: (filter: UserFilter) => ["users", "list", filter],
  one: (id: string | number) => ["users", "one", String(id)],
  bin: ["users", "bin"],
  plans: ["plans", "to-give"],
} as const;

/** Query parameters for the server, also for the export. */
export const wireFilter = ({ search, role, state, sort }: UserFilter) => ({
  sort,
  ...(search !== "" && { search }),
  ...(role !== null && { role }),
  ...(state !== null && { state }),
});

export function useUsers(filter: UserFilter) {
  return useQuery({
    queryKey: keys.list(filter),
    queryFn: ({ signal }) =>
      call(
        "GET /api/users",
        {
          query: { page: filter.page, per_page: usersPerPage, ...wireFilter(filter) },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export function useUserRecord(id: string) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => call("GET /api/users/{id}", { params: { id: Number(id) } }, { signal }),
  });
}

export interface NewUser {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: Role;
  readonly language: "en" | "ar";
}

export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewUser) => call("POST /api/users", { body }, quiet),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.lists }),
  });
}

/** The fields of the form, in wire format. */
export type UserFields = Pick<
  UserRecord,
  | "username"
  | "email"
  | "first_name"
  | "last_name"
  | "company"
  | "tax_id"
  | "street"
  | "city"
  | "postal_code"
  | "province"
  | "country"
  | "tel"
  | "trello_enabled"
  | "monday_enabled"
  | "ms_project_enabled"
  | "clickup_enabled"
  | "language"
  | "role"
>;

export function useEditUserRecord(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"PUT /api/users/{id}">) =>
      call("PUT /api/users/{id}", { params: { id }, body }, quiet),
    onSuccess: (user) => {
      client.setQueryData(keys.one(id), user);
      return client.invalidateQueries({ queryKey: keys.lists });
    },
  });
}

export function useSetPassword(id: number) {
  return useMutation({
    mutationFn: (body: { current_password: string; new_password: string }) =>
      call(
        "PUT /api/users/{id}/change-password",
        { params: { id }, body: { target_id_user: id, ...body } },
        quiet,
      ),
  });
}

export function useResetTwoFactor(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("DELETE /api/users/{id}/two-factor", { params: { id } }, quiet),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.one(id) }),
  });
}

/** One change for several accounts. */
export type BulkChange =
  | { readonly action: "lock" | "unlock" }
  | { readonly action: "role"; readonly role: Role }
  | { readonly action: "plan"; readonly id_plan: number | null };

export function useBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, change }: { ids: number[]; change: BulkChange }) =>
      call("PUT /api/users/bulk", { body: { ids, ...change } }, quiet),
    onSuccess: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
}

/** Loads the plans that a super admin may assign, also those not on offer. */
export function usePlansToGive() {
  return useQuery({
    queryKey: keys.plans,
    queryFn: ({ signal }) =>
      call("GET /api/plans", { query: { page: 1, per_page: 100, sort: "name" } }, { signal }),
  });
}

/** Assigns a plan to a user at once; null removes it. */
export function useGivePlan(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id_plan: number | null) =>
      call("PUT /api/users/{id}/plan", { params: { id }, body: { id_plan } }, quiet),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.one(id) }),
        client.invalidateQueries({ queryKey: ["plans"] }),
        client.invalidateQueries({ queryKey: ["billing"] }),
      ]),
  });
}

export function useBin() {
  return useQuery({
    queryKey: keys.bin,
    queryFn: ({ signal }) => call("GET /api/users/bin", {}, { signal }),
    staleTime: 0,
  });
}

export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, id_heir }: { id: number; id_heir: number | null }) =>
      call("DELETE /api/users/{id}", { params: { id }, query: id_heir === null ? {} : { id_heir } }, quiet),
    // Does not invalidate the account itself: its page may still be open, and would only get a 404.
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.lists }),
        client.invalidateQueries({ queryKey: keys.bin }),
      ]),
  });
}

export function useRestoreUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("PUT /api/users/restore/{id}", { params: { id } }, quiet),
    onSuccess: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
}
