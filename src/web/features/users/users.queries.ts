import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Role } from "#contract/auth.ts";
import type { UserRecord, UserRow, userSorts } from "#contract/users.ts";
import { call } from "#web/lib/client.ts";

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
} as const;

export function useUsers(filter: UserFilter) {
  return useQuery({
    queryKey: keys.list(filter),
    queryFn: ({ signal }) =>
      call(
        "GET /api/users",
        {
          query: {
            page: filter.page,
            per_page: usersPerPage,
            sort: filter.sort,
            ...(filter.search !== "" && { search: filter.search }),
            ...(filter.role !== null && { role: filter.role }),
            ...(filter.state !== null && { state: filter.state }),
          },
        },
        { signal, toast: false },
      ),
    placeholderData: keepPreviousData,
  });
}

export function useUserRecord(id: string) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) =>
      call("GET /api/users/{id}", { params: { id: Number(id) } }, { signal, toast: false }),
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
    mutationFn: (body: NewUser) => call("POST /api/users", { body }, { toast: false }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.lists }),
  });
}

/** The fields of the form, as they go over the wire. */
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
  | "language"
  | "role"
>;

type UserChanges = Partial<UserFields> & { locked?: boolean; current_password?: string };

export function useEditUserRecord(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UserChanges) =>
      call("PUT /api/users/{id}", { params: { id }, body }, { toast: false }),
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
        { toast: false },
      ),
  });
}

export function useResetTwoFactor(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("DELETE /api/users/{id}/two-factor", { params: { id } }, { toast: false }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.one(id) }),
  });
}
