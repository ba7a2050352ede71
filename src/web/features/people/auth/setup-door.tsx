import { QueryClientProvider } from "@tanstack/react-query";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { useLanguage } from "#web/lib/language.ts";
import { localeOf } from "#web/lib/locale.ts";
import { queryClient } from "#web/lib/query.ts";
import { SetupScreen } from "./setup-screen.tsx";

export function SetupDoor() {
  return (
    <I18nProvider locale={localeOf(useLanguage())}>
      <QueryClientProvider client={queryClient}>
        <SetupScreen />
      </QueryClientProvider>
    </I18nProvider>
  );
}
