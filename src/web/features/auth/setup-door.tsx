import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "#web/lib/query.ts";
import { SetupScreen } from "./setup-screen.tsx";

export function SetupDoor() {
  return (
    <QueryClientProvider client={queryClient}>
      <SetupScreen />
    </QueryClientProvider>
  );
}
