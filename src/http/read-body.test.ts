import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { openBodyReader } from "./read-body.ts";

const patient = { bodyMs: 60_000, bodySilenceMs: 60_000 };

test("unfinished bodies hold no more than a limit: the one that has waited longest is refused", async () => {
  const reader = openBodyReader(patient, 250);
  const bodies = Array.from({ length: 4 }, () => new PassThrough());
  const reads = bodies.map((body) => reader.read(body, 1_000));
  const refused = Promise.allSettled(reads.slice(0, 2));
  for (const body of bodies) {
    body.write("x".repeat(100));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await refused).toEqual(
    [0, 1].map(() => ({ status: "rejected", reason: expect.objectContaining({ code: "busy" }) })),
  );
  for (const body of bodies) body.end();
  expect((await Promise.all(reads.slice(2))).map((bytes) => bytes?.length)).toEqual([100, 100]);
});

test("a body beyond its limit is read to its end and held nowhere", async () => {
  const reader = openBodyReader(patient, 250);
  const body = new PassThrough();
  const read = reader.read(body, 100);
  for (let i = 0; i < 50; i++) body.write("x".repeat(90));
  body.end();
  expect(await read).toBeNull();
});

test("a sender that leaves is no failure of the service", async () => {
  const body = new PassThrough();
  const read = openBodyReader(patient).read(body, 100);
  body.destroy();
  await expect(read).rejects.toMatchObject({ code: "cancelled" });
});
