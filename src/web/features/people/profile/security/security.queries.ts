import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SocialProvider } from "#contract/social.ts";
import { call, quiet } from "#web/lib/client.ts";
import { reloadAccount, showAccount } from "../account.ts";

export const securityKeys = {
  twoFactor: ["two-factor"],
  passkeys: ["passkeys"],
  social: ["social-accounts"],
  /** Account events; every change here adds to them. */
  sessions: ["sessions"],
} as const;

export function useTwoFactor() {
  return useQuery({
    queryKey: securityKeys.twoFactor,
    queryFn: ({ signal }) => call("GET /api/two-factor", {}, { signal }),
  });
}

export function usePasskeys() {
  return useQuery({
    queryKey: securityKeys.passkeys,
    queryFn: ({ signal }) => call("GET /api/passkeys", {}, { signal }),
  });
}

export function useSocialAccounts() {
  return useQuery({
    queryKey: securityKeys.social,
    queryFn: ({ signal }) => call("GET /api/social-accounts", {}, { signal }),
  });
}

/** Refetches this page's data after any change of the account's protection. */
export function useRefreshSecurity(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(Object.values(securityKeys).map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

/** Refetches everything after a new password: signed addresses of pictures expire with the old one. */
export function useRefreshAll(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    // An account that fails to load now is loaded with the next session check.
    await Promise.all([client.invalidateQueries(), reloadAccount().catch(() => undefined)]);
  };
}

/** Proof that the request comes from the account's owner: the password, or a code where there is none. */
export interface Proof {
  password?: string;
  code?: string;
}

export const setUpTwoFactor = (password: string | undefined) =>
  call("POST /api/two-factor/setup", { body: password === undefined ? {} : { password } }, quiet);

/** Resolves with ten recovery codes, which the server sends only once. */
export async function confirmTwoFactor(code: string): Promise<readonly string[]> {
  const { recovery_codes } = await call("POST /api/two-factor/confirm", { body: { code } }, quiet);
  showAccount({ "2fa_enabled": true, remind_2fa: false });
  return recovery_codes;
}

export async function disableTwoFactor(proof: Proof): Promise<void> {
  await call("POST /api/two-factor/disable", { body: proof }, quiet);
  showAccount({ "2fa_enabled": false });
}

export async function renewRecoveryCodes(proof: Proof): Promise<readonly string[]> {
  const { recovery_codes } = await call("POST /api/two-factor/recovery-codes", { body: proof }, quiet);
  return recovery_codes;
}

export const useRenamePasskey = () =>
  useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      call("PUT /api/passkeys/{id}", { params: { id }, body: { name } }, quiet),
  });

export const removePasskey = (id: number) => call("DELETE /api/passkeys/{id}", { params: { id } }, quiet);

export const beginLink = (provider: SocialProvider, { password }: Proof) =>
  call(
    "POST /api/auth/{provider}/link",
    { params: { provider }, body: password === undefined ? {} : { password } },
    quiet,
  );

export const unlink = (provider: SocialProvider, proof: Proof) =>
  call(
    "POST /api/auth/{provider}/unlink",
    { params: { provider }, body: proof.password === undefined ? {} : { password: proof.password } },
    quiet,
  );

export const changePassword = (id: number, current_password: string, new_password: string) =>
  call(
    "PUT /api/users/{id}/change-password",
    { params: { id }, body: { current_password, new_password } },
    quiet,
  );

/** Sets the first password of an account that was created by a provider. */
export async function setFirstPassword(password: string, password_confirmation: string): Promise<void> {
  await call("POST /api/set-social-password", { body: { password, password_confirmation } }, quiet);
  await reloadAccount();
}
