import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

/** Opens something before the tests that follow, or before each of them, hands it over, and closes it afterwards. */
export function openDuring<Opened extends { close(): Promise<void> }>(
  open: () => Promise<Opened>,
  per: "suite" | "test",
  onOpened: (opened: Opened) => void,
): void {
  let current: Opened;
  const [before, after] = per === "suite" ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    current = await open();
    onOpened(current);
  });
  after(() => current.close());
}
