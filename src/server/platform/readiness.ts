/** The parts that a process needs to be ready; the names are public, and nothing more than them. */
export type ReadyPart = "database" | "schema" | "storage" | "queue" | "clock" | "stopping";

export interface Readiness {
  /** `check` returns whether the part works; one that throws or takes longer than a second counts as failing. */
  add(part: ReadyPart, check: () => Promise<boolean> | boolean): void;
  /** The failing parts; none when this process is ready. May be called at any rate, checked once a second. */
  failing(): Promise<readonly ReadyPart[]>;
  /** Marks this process as not ready: the load balancer sends calls elsewhere. */
  leave(): void;
  readonly isLeaving: boolean;
}

const patience = 1000;
const fresh = 1000;

export function createReadiness(): Readiness {
  const parts: { readonly part: ReadyPart; readonly check: () => Promise<boolean> | boolean }[] = [];
  let asked: { readonly at: number; readonly answer: Promise<readonly ReadyPart[]> } | undefined;
  let isLeaving = false;

  const look = async (): Promise<readonly ReadyPart[]> => {
    const verdicts = await Promise.all(
      parts.map(async ({ part, check }) => ((await isGood(check)) ? undefined : part)),
    );
    return verdicts.filter((part) => part !== undefined);
  };

  return {
    add: (part, check) => void parts.push({ part, check }),
    async failing() {
      if (isLeaving) return ["stopping"];
      const now = performance.now();
      if (asked === undefined || now - asked.at > fresh) asked = { at: now, answer: look() };
      return asked.answer;
    },
    leave() {
      isLeaving = true;
    },
    get isLeaving() {
      return isLeaving;
    },
  };
}

async function isGood(check: () => Promise<boolean> | boolean): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
  });
  try {
    return await Promise.race([Promise.resolve(check()), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
