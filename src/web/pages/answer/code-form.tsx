import { useId, useState } from "react";
import { ApiError } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox } from "#web/ui/classes.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import type { LinkSession } from "./link-session.ts";

interface CodeFormProps {
  session: LinkSession;
  /** Masked address that the code is sent to. */
  email: string;
}

/** Confirms a new device by a code from an email, where the project asks for it. */
export function CodeForm({ session, email }: CodeFormProps) {
  const t = useText();
  const id = useId();
  const [code, setCode] = useState("");
  const [isSent, setIsSent] = useState(false);
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const act = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    setProblem("");
    try {
      await work();
    } catch (error) {
      setProblem(
        error instanceof ApiError && error.status === 429
          ? t("crews.answer.code.wait")
          : error instanceof ApiError && error.status === 0
            ? t("crews.answer.code.offline")
            : t("crews.answer.code.wrong"),
      );
    }
    setIsBusy(false);
  };
  const sendCode = () =>
    act(async () => {
      await session.sendCode();
      setIsSent(true);
    });
  return (
    <div className="mx-auto flex w-full max-w-100 flex-col gap-4 py-8">
      <h1 className="text-lg font-strong">{t("crews.answer.code.title")}</h1>
      <output className="text-base text-ink-muted">
        {t(isSent ? "crews.answer.code.sent" : "crews.answer.code.text", { email })}
      </output>
      {isSent && (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void act(() => session.confirmCode(code.trim()));
          }}
        >
          <div className="flex flex-col gap-1.5">
            <label htmlFor={id} className="text-base font-strong">
              {t("crews.answer.code.label")}
            </label>
            <input
              id={id}
              dir="ltr"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={code}
              onChange={({ target }) => setCode(westernDigits(target.value))}
              aria-invalid={problem !== "" || undefined}
              aria-describedby={`${id}error`}
              className={cx(
                fieldBox,
                controlHeight,
                "h-12! text-center text-lg! tracking-widest tabular-nums",
              )}
            />
          </div>
          <PlainButton
            type="submit"
            variant="primary"
            size="lg"
            isPending={isBusy}
            isDisabled={code.length < 6}
          >
            {t("crews.answer.code.submit")}
          </PlainButton>
        </form>
      )}
      <p id={`${id}error`} role="alert" className="text-base text-bad-text empty:hidden">
        {problem}
      </p>
      <PlainButton
        variant={isSent ? "quiet" : "primary"}
        size="lg"
        isPending={isBusy && !isSent}
        onClick={() => void sendCode()}
      >
        {t(isSent ? "crews.answer.code.again" : "crews.answer.code.send")}
      </PlainButton>
    </div>
  );
}

/** Keyboards of the page's languages type their own digits. */
function westernDigits(text: string): string {
  const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6];
  return Array.from(text, (letter) => {
    const point = letter.codePointAt(0) ?? 0;
    const zero = zeros.find((one) => point >= one && point <= one + 9);
    return zero === undefined ? letter : String(point - zero);
  })
    .join("")
    .replaceAll(/\D/g, "");
}
