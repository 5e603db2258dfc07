import { execFileSync } from "node:child_process";

/** Whether the system has a tar, which every archive should be readable by. */
export function hasSystemTar(): boolean {
  try {
    execFileSync("tar", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
