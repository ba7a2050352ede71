import { Component, type ReactNode, Suspense } from "react";
import { report } from "#web/lib/reporting/report.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";

interface PanelFrameProps {
  /** Anchor of the panel, as in `#team`. */
  id: string;
  title: string;
  children: ReactNode;
}

/** Wraps a panel: its anchor, a skeleton while its script loads, and an error boundary. */
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

/** Replaces a panel's content: the error, and a retry. */
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

/** Confines a panel's render error to the panel. React requires a class for an error boundary. */
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
