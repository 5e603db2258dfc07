import { readdirSync, readFileSync } from "node:fs";

/** What the processes that this one has started cost so far. */
export interface ChildCosts {
  cpuMs: number;
  peakBytes: number;
}

/** Watches the processes that this one starts. Only Linux tells; elsewhere all costs are zero. */
export function watchChildren(): { costs(): ChildCosts; end(): void } {
  const seen = new Map<number, ChildCosts>();
  const look = () => {
    for (const pid of childrenOf(process.pid)) {
      const costs = costsOf(pid);
      // A process that has ended but not gone tells its time still, its memory no more.
      const peakBytes = Math.max(seen.get(pid)?.peakBytes ?? 0, costs?.peakBytes ?? 0);
      if (costs !== null) seen.set(pid, { ...costs, peakBytes });
    }
  };
  const timer = process.platform === "linux" ? setInterval(look, WATCH_MS) : undefined;
  return {
    costs() {
      if (timer !== undefined) look();
      return {
        cpuMs: [...seen.values()].reduce((sum, { cpuMs }) => sum + cpuMs, 0),
        peakBytes: Math.max(0, ...[...seen.values()].map(({ peakBytes }) => peakBytes)),
      };
    },
    end: () => clearInterval(timer),
  };
}

const WATCH_MS = 50;
/** What Linux counts processor time in. */
const TICK_MS = 10;

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").split(" ").filter(Boolean).map(Number),
  );
}

/** Null where the process has just ended. */
function costsOf(pid: number): ChildCosts | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    return {
      cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
      peakBytes: Number(peak ?? 0) * 1024,
    };
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH"))
      return null;
    throw error;
  }
}
