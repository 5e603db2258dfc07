import { expect, test } from "vitest";
import { isNetwork, networksOf, plainAddress } from "./network.ts";

test.each(["127.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "0.0.0.0/0"])("%s is a network", (text) => {
  expect(isNetwork(text)).toBe(true);
});

test.each([
  "",
  "localhost",
  "10.0.0.0/33",
  "10.0.0.0/",
  "10.0.0/8",
  "::1/129",
  "10.0.0.0/8/8x",
  "1.2.3.4/-1",
])("%j is none", (text) => expect(isNetwork(text)).toBe(false));

test("addresses are looked for in networks", () => {
  const isIn = networksOf(["10.0.0.0/8", "192.0.2.7", "fd00::/8"]);
  expect(["10.1.2.3", "192.0.2.7", "fd12::1"].map(isIn)).toEqual([true, true, true]);
  expect(["11.0.0.1", "192.0.2.8", "fe80::1", "", "unknown"].map(isIn)).toEqual(Array(5).fill(false));
  expect(networksOf([])("127.0.0.1")).toBe(false);
});

test("an address of the old kind is taken out of the new one", () => {
  expect(["::ffff:10.0.0.1", "10.0.0.1", "::1", "::ffff:a00:1"].map(plainAddress)).toEqual([
    ...["10.0.0.1", "10.0.0.1", "::1", "::ffff:a00:1"],
  ]);
});
