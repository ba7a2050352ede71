import type { LucideIcon } from "lucide-react";
import { ArrowLeftRight, ExternalLink, Hand, LogIn } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Tool } from "#contract/tools.ts";
import { call } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { leavePage } from "#web/lib/leave-page.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { toolIcons } from "../tool-looks.ts";
import type { ToolStanding } from "../tools.queries.ts";
import { beginSignIn } from "./sign-in-return.ts";
import { TokenForm } from "./token-form.tsx";

interface ConnectProps {
  tool: Tool;
  standing: ToolStanding;
  /** Why the last attempt failed. */
  problem: string | null;
  /** Whether a token from the address is being checked. */
  isBusy: boolean;
}

/** For a user who is not connected yet: the benefits, and the two ways to connect. */
export function ConnectPanel(props: ConnectProps) {
  const t = useText();
  const { tool } = props;
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <ul className="flex flex-col gap-6 max-lg:order-2">
        <Point icon={toolIcons[tool]} title={t("tools.connect.card")}>
          {t("tools.connect.card_text")}
        </Point>
        <Point icon={ArrowLeftRight} title={t("tools.connect.step")}>
          {t("tools.connect.step_text")}
        </Point>
        <Point icon={Hand} title={t("tools.connect.calm")}>
          {t("tools.connect.calm_text")}
        </Point>
      </ul>
      <section
        aria-labelledby="tool-connect"
        className="flex flex-col gap-4 rounded-lg bg-surface p-5 ring-1 ring-line"
      >
        <h2 id="tool-connect" className="text-base font-strong">
          {t("tools.connect.title", { tool: t(`tools.names.${tool}`) })}
        </h2>
        <ConnectWays {...props} />
      </section>
    </div>
  );
}

function Point({ icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-4">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent-text">
        <Icon of={icon} />
      </span>
      <div className="min-w-0 pt-0.5">
        <p className="font-strong">{title}</p>
        <p className="text-ink-muted">{children}</p>
      </div>
    </li>
  );
}

/** Sign-in at the tool, where this site supports it; and a token, always. */
export function ConnectWays({ tool, standing, problem, isBusy }: ConnectProps) {
  const t = useText();
  const name = t(`tools.names.${tool}`);
  const { can_sign_in, token_page, needs_key } = standing;
  const [isByToken, setIsByToken] = useState(!can_sign_in);
  const [isLeaving, setIsLeaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function signIn(): Promise<void> {
    setIsLeaving(true);
    setRefusal(null);
    try {
      const { auth_url } = await call("GET /api/tools/{tool}/auth-url", { params: { tool } });
      beginSignIn(tool);
      leavePage(auth_url);
    } catch (error) {
      setRefusal(errorText(error, t));
      setIsLeaving(false);
    }
  }

  if (isBusy)
    return (
      <output className="flex items-center gap-3 text-ink-muted">
        <Spinner />
        {t("tools.connect.checking", { tool: name })}
      </output>
    );
  const said = refusal ?? problem;
  return (
    <div className="flex flex-col gap-4">
      {said !== null && (
        <Banner tone="bad" title={t("tools.connect.refused", { tool: name })}>
          {said}
        </Banner>
      )}
      {can_sign_in && (
        <Button variant="primary" size="lg" icon={LogIn} isPending={isLeaving} onPress={() => void signIn()}>
          {t("tools.connect.sign_in", { tool: name })}
        </Button>
      )}
      {!isByToken ? (
        <Button variant="quiet" onPress={() => setIsByToken(true)}>
          {t("tools.connect.use_token")}
        </Button>
      ) : (
        <>
          {can_sign_in && (
            <p className="flex items-center gap-3 text-xs text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              {t("tools.connect.or")}
            </p>
          )}
          <TokenForm
            tool={tool}
            needsKey={needs_key}
            isMain={!can_sign_in}
            help={
              token_page !== "" && (
                <Link
                  href={token_page}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="inline-flex w-fit items-center gap-1.5 text-sm"
                >
                  {t("tools.connect.get_token")}
                  <Icon of={ExternalLink} size="sm" />
                  <span className="sr-only">{t("tools.links.new_tab")}</span>
                </Link>
              )
            }
          />
        </>
      )}
    </div>
  );
}
