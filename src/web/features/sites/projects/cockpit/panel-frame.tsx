import { Component, type ReactNode, Suspense } from "react";
import { report } from "#web/lib/reporting/report.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";

interface PanelFrameProps {
  /** `#team` in the address leads here. */
  id: string;
  title: string;
  children: ReactNode;
}

/** Round a panel: its place in the address, something to see while its script comes, and a fall that stays its own. */
export function PanelFrame({ id, title, children }: PanelFrameProps) {
  return (
    <div
      id={id}
      tabIndex={-1}
      className="min-w-0 scroll-mt-20 break-inside-avoid outline-none empty:hidden max-md:scroll-mt-30"
    >
      <PanelGuard title={title}>
        <Suspense fallback={<PanelSkeleton title={title} />}>{children}</Suspense>
      </PanelGuard>
    </div>
  );
}

export function PanelSkeleton({ title }: { title: string }) {
  return (
    <Card title={title}>
      <Outline className="flex flex-col gap-3">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-2/3" />
      </Outline>
    </Card>
  );
}

/** In place of what a panel shows: what went wrong, and another try. */
export function PanelFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  const t = useText();
  return (
    <div role="alert" className="flex flex-col items-start gap-3 text-ink-muted">
      <p>{text}</p>
      <Button size="sm" onPress={onRetry}>
        {t("common.retry")}
      </Button>
    </div>
  );
}

/** A panel that falls takes no other with it. React knows no other way to catch than a class. */
class PanelGuard extends Component<{ title: string; children: ReactNode }, { isFallen: boolean }> {
  override state = { isFallen: false };

  static getDerivedStateFromError() {
    return { isFallen: true };
  }

  override componentDidCatch(error: Error): void {
    report(error);
  }

  override render(): ReactNode {
    if (!this.state.isFallen) return this.props.children;
    return <Fallen title={this.props.title} onRetry={() => this.setState({ isFallen: false })} />;
  }
}

function Fallen({ title, onRetry }: { title: string; onRetry: () => void }) {
  const t = useText();
  return (
    <Card title={title}>
      <PanelFailure text={t("projects.cockpit.panel_failed")} onRetry={onRetry} />
    </Card>
  );
}
