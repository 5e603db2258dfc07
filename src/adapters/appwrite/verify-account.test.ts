import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { calm } from "../../../test/contracts/store-under-test.ts";
import { type AppwriteAccounts, openAppwriteAccounts } from "../../../test/doubles/appwrite-accounts.ts";
import { openAccountVerifier } from "./verify-account.ts";

describe("users of Appwrite", () => {
  let double: AppwriteAccounts;
  let time: number;
  beforeEach(async () => {
    double = await openAppwriteAccounts();
    time = Date.now();
  });
  afterEach(() => double.close());
  const open = (fields: { projectId?: string } = {}) => {
    const { endpoint, projectId } = double;
    return openAccountVerifier({ endpoint: `${endpoint}/`, projectId, now: () => new Date(time), ...fields });
  };
  const ada = { $id: "ada", name: "Ada" };

  it("are asked for once in half a minute, also by many at once", async () => {
    const verifier = open();
    const token = await double.tokenFor(ada);
    await Promise.all(Array.from({ length: 20 }, () => verifier.verify(token, calm)));
    time += 29_999;
    await verifier.verify(token, calm);
    expect(double.requests).toBe(1);
    time += 1;
    await verifier.verify(token, calm);
    expect(double.requests).toBe(2);
  });

  it("are no longer let in when they are blocked, or their token has ended", async () => {
    const verifier = open();
    const [token, short] = [await double.tokenFor(ada), await double.tokenFor(ada, 10)];
    expect(await verifier.verify(token, calm)).not.toBeNull();
    expect(await verifier.verify(short, calm)).not.toBeNull();
    double.blocked.add("ada");
    time += 11_000;
    expect(await verifier.verify(short, calm)).toBeNull();
    time += 20_000;
    expect(await verifier.verify(token, calm)).toBeNull();
  });

  it("are asked for anew when the clock was set back", async () => {
    const verifier = open();
    const first = await double.tokenFor(ada);
    await verifier.verify(first, calm);
    const { requests } = double;
    await verifier.verify(first, calm);
    expect(double.requests).toBe(requests);
    time -= 60_000;
    await verifier.verify(first, calm);
    expect(double.requests).toBe(requests + 1);
  });

  it.each([500, 404, 429])("cannot be told where Appwrite answers %i", async (status) => {
    const token = await double.tokenFor(ada);
    double.outage = status;
    await expect(open().verify(token, calm)).rejects.toMatchObject({
      code: "sign-in-unavailable",
      details: expect.stringContaining(`status ${status}`),
    });
  });

  it("cannot be told in a project that is not there", async () => {
    const token = await double.tokenFor(ada);
    await expect(open({ projectId: "another" }).verify(token, calm)).rejects.toMatchObject({
      details: expect.stringContaining("APPWRITE_PROJECT_ID"),
    });
  });
});
