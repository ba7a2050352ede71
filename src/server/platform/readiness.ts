/** What a process needs before it is of use to anybody; the names are told to strangers, and no more than them. */
export type ReadyPart = "database" | "schema" | "storage" | "queue" | "clock" | "stopping";

export interface Readiness {
  /** `check` answers whether the part does its work; what throws or takes longer than a second does not. */
  add(part: ReadyPart, check: () => Promise<boolean> | boolean): void;
  /** The parts that fail; none when this process can do its work. Asked as often as one likes, looked at once a second. */
  failing(): Promise<readonly ReadyPart[]>;
  /** From now on this process is not ready: whoever sends calls here sends them elsewhere. */
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
