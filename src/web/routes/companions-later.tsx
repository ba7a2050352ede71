import { OutboxCompanion } from "../features/media/offline/outbox-companion.tsx";
import { WaitingButton } from "../features/media/offline/waiting-button.tsx";
import { KeptCodesCompanion } from "../features/media/spot-codes/kept-codes-companion.tsx";
import { UploadsCompanion } from "../features/media/uploads/uploads-companion.tsx";
import { RightsCompanion } from "../features/sites/team/live/rights-companion.tsx";

export { WaitingButton };

/** Components that accompany every screen and draw nothing at first: fetched after it. */
export function LaterCompanions() {
  return (
    <>
      <RightsCompanion />
      <OutboxCompanion />
      <UploadsCompanion />
      <KeptCodesCompanion />
    </>
  );
}
