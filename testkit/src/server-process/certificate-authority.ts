// Issues X.509 certificates for tests: Node can read them but not make them. Only the fields that a TLS client checks.
import { type KeyObject, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** Both in PEM, as a TLS server takes them. */
export type IssuedCertificate = { cert: string; key: string }

export type CertificateAuthority = {
  /** What a client has to trust, in PEM. */
  cert: string
  /** `host` is a name or an IPv4 address. */
  issue(host: string, validity?: Partial<Validity>): IssuedCertificate
}

type Validity = { from: Date; until: Date }

const dayMs = 86_400_000

export function createCertificateAuthority(name: string, now = new Date()): CertificateAuthority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const usual: Validity = { from: new Date(now.getTime() - dayMs), until: new Date(now.getTime() + dayMs) }
  const issue = (asked: Pick<Asked, 'subject' | 'publicKey' | 'extension'> & Partial<Validity>) =>
    composeCertificate({ ...usual, ...asked, issuer: name, issuerKey: keys.privateKey })
  return {
    cert: issue({ subject: name, publicKey: keys.publicKey, extension: isAuthority }),
    issue(host, validity) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      return {
        cert: issue({ subject: host, publicKey, extension: alternativeName(host), ...validity }),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
  }
}

type Asked = Validity & {
  issuer: string
  issuerKey: KeyObject
  subject: string
  publicKey: KeyObject
  extension: Buffer
}

function composeCertificate({
  issuer,
  issuerKey,
  subject,
  publicKey,
  extension,
  from,
  until,
}: Asked): string {
  const serial = randomBytes(8)
  serial[0] = 1
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, serial),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(utcTime(from), utcTime(until)),
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signature = bitString(sign('sha256', content, issuerKey))
  const base64 = sequence(content, ecdsaWithSha256, signature).toString('base64')
  const lines = base64.match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** A tag, the length and the content, as in the distinguished encoding rules of ASN.1. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const all = Buffer.concat(content)
  const { length } = all
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), all])
}

function sequence(...content: Buffer[]): Buffer {
  return der(0x30, ...content)
}

function bitString(content: Buffer): Buffer {
  return der(0x03, Buffer.of(0), content)
}

function commonName(name: string): Buffer {
  return sequence(der(0x31, sequence(der(0x06, Buffer.of(0x55, 0x04, 0x03)), der(0x0c, Buffer.from(name)))))
}

/** `YYMMDDhhmmssZ` */
function utcTime(time: Date): Buffer {
  return der(0x17, Buffer.from(`${time.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))
}

// 1.2.840.10045.4.3.2
const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))

// 2.5.29.19, critical: cA is true.
const isAuthority = sequence(
  der(0x06, Buffer.of(0x55, 0x1d, 0x13)),
  der(0x01, Buffer.of(0xff)),
  der(0x04, sequence(der(0x01, Buffer.of(0xff)))),
)

/** 2.5.29.17 */
function alternativeName(host: string): Buffer {
  const name = isIPv4(host)
    ? der(0x87, Buffer.from(host.split('.').map(Number)))
    : der(0x82, Buffer.from(host))
  return sequence(der(0x06, Buffer.of(0x55, 0x1d, 0x11)), der(0x04, sequence(name)))
}
