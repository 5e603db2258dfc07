import { generateKeyPairSync, sign } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

/** A certificate for this machine, signed by itself, and its key. */
export interface Certificate {
  key: string;
  cert: string;
}

/** Makes a certificate for `localhost` and 127.0.0.1 that is good for a day. */
export function makeCertificate(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(set(sequence(objectId(2, 5, 4, 3), text(0x0c, "localhost"))));
  const algorithm = sequence(objectId(1, 2, 840, 10045, 4, 3, 2));
  const names = sequence(text(0x82, "localhost"), node(0x87, Buffer.from([127, 0, 0, 1])));
  const content = sequence(
    node(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    node(0xa3, sequence(sequence(objectId(2, 5, 29, 17), node(0x04, names)))),
  );
  const signature = sign("sha256", content, privateKey);
  const der = sequence(content, algorithm, node(0x03, Buffer.from([0]), signature));
  const lines = der.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** Makes this process trust the certificate. */
export function trust({ cert }: Certificate): void {
  setDefaultCACertificates([...getCACertificates("default"), cert]);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A value in DER: its tag, its length and its content. */
function node(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const length = bytes.length < 0x80 ? [bytes.length] : [0x82, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), bytes]);
}

function sequence(...content: Buffer[]): Buffer {
  return node(0x30, ...content);
}

function set(...content: Buffer[]): Buffer {
  return node(0x31, ...content);
}

function integer(value: number): Buffer {
  return node(0x02, Buffer.from([value]));
}

function text(tag: number, value: string): Buffer {
  return node(tag, Buffer.from(value));
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, "").slice(2, 14);
  return text(0x17, `${digits}Z`);
}

function objectId(first: number, second: number, ...rest: number[]): Buffer {
  const bytes = rest.flatMap((part) => {
    const sevens = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) sevens.unshift((left & 0x7f) | 0x80);
    return sevens;
  });
  return node(0x06, Buffer.from([first * 40 + second, ...bytes]));
}
