import { useSettings } from "#web/lib/session.ts";
import { PublicFrame } from "#web/shell/public-frame.tsx";
import { Hero } from "./hero.tsx";
import { Promises } from "./promises.tsx";
import { WaysIn } from "./ways-in.tsx";

/** The front page of this installation, for guests. */
export function HomeScreen() {
  const [own] = useSettings()?.backgrounds ?? [];
  return (
    <PublicFrame onwards="/dashboard">
      <Hero own={own ?? null}>
        <WaysIn />
      </Hero>
      <Promises />
    </PublicFrame>
  );
}
