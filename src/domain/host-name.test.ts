import { expect, test } from "vitest";
import { hostNameOf, isLoopbackName } from "./host-name.ts";

test.each([
  ["localhost", "localhost"],
  ["LocalHost:3000", "localhost"],
  ["localhost.:80", "localhost"],
  ["127.0.0.1:3000", "127.0.0.1"],
  ["[::1]:3000", "::1"],
  ["[0:0:0:0:0:0:0:1]", "::1"],
  ["Carrel.Example.com", "carrel.example.com"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["", null],
  [":3000", null],
  ["localhost:port", null],
  ["localhost@evil.example", null],
  ["localhost/evil.example", null],
  ["localhost evil.example", null],
  ["localhost,evil.example:1:2", null],
  ["::1", null],
])("the name in %j is %j", (host, name) => {
  expect(hostNameOf(host)).toBe(name);
});

test.each([
  ["localhost", true],
  ["app.localhost", true],
  ["127.0.0.1", true],
  ["127.8.9.10", true],
  ["::1", true],
  ["127.0.0.1.evil.example", false],
  ["localhost.evil.example", false],
  ["notlocalhost", false],
  ["0.0.0.0", false],
  ["10.0.0.1", false],
])("that %s is this machine alone: %s", (name, isIt) => {
  expect(isLoopbackName(name)).toBe(isIt);
});
