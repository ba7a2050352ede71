import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BrandPicture, OutsideService, PublicSettings, Settings } from "#contract/settings.ts";
import { call, type Output, quiet } from "#web/lib/client.ts";
import { useLanguage } from "#web/lib/language.ts";
import { session } from "#web/lib/session.ts";
import { upload } from "#web/lib/upload.ts";

export const settingsKey = ["settings"] as const;

export type Tested = Output<"POST /api/settings/test-connection">;
export type SettingChanges = Record<string, unknown>;

/** Every setting, for the super admin. Never from a cache: another administrator may have changed it a moment ago. */
export function useSettingsRecord() {
  return useQuery({
    queryKey: settingsKey,
    staleTime: 0,
    queryFn: ({ signal }) => call("GET /api/settings", {}, { signal }),
  });
}

/** Shows saved changes at once, here and in the frame. */
function useTaken(): (settings: Settings) => void {
  const client = useQueryClient();
  return (settings) => {
    client.setQueryData(settingsKey, settings);
    session.setSettings(settings satisfies PublicSettings);
  };
}

export function useChangeSettings() {
  const taken = useTaken();
  return useMutation({
    mutationFn: (body: SettingChanges) => call("PUT /api/settings", { body }, quiet),
    onSuccess: taken,
  });
}

export function useSendTestMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (to: string) => call("POST /api/settings/test-mail", { body: { to } }, quiet),
    // Whether it succeeds decides if recovery by email is available.
    onSettled: () => client.invalidateQueries({ queryKey: settingsKey }),
  });
}

export function useTestConnection() {
  const lang = useLanguage();
  return useMutation({
    mutationFn: (service: OutsideService) =>
      call("POST /api/settings/test-connection", { body: { service, lang } }, quiet),
  });
}

export function useBrandPicture(picture: BrandPicture) {
  const taken = useTaken();
  const add = useMutation({
    mutationFn: (file: File) =>
      upload("POST /api/settings/pictures/{picture}", { params: { picture }, files: { file } }, quiet),
    onSuccess: taken,
  });
  const remove = useMutation({
    mutationFn: (address: string) =>
      call("DELETE /api/settings/pictures/{picture}", { params: { picture }, query: { address } }, quiet),
    onSuccess: taken,
  });
  return { add, remove };
}
