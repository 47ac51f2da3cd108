// Bytes of a call whose client address is replaced every 500 calls, before any address reaches the gateway's limit per
// address: the load comes from one machine but represents many.
export type RequestParts = {
  path: string
  headers: Readonly<Record<string, string>>
  body: string
}

const callsPerAddress = 500
const octetMin = 100
const octets = 150

let addresses = 0

export class AddressedRequest {
  readonly #bytes: Buffer
  readonly #addressAt: number
  #callsLeft = 0

  constructor({ path, headers, body }: RequestParts) {
    const lines = Object.entries(headers)
      .filter(([name]) => name !== 'x-forwarded-for')
      .map(([name, value]) => `${name}: ${value}\r\n`)
    const start = `POST ${path} HTTP/1.1\r\nhost: gateway\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
    const head = `${start}${lines.join('')}x-forwarded-for: `
    this.#addressAt = head.length
    this.#bytes = Buffer.from(`${head}10.100.100.100\r\n\r\n${body}`)
  }

  /** Valid until the next call of this method: the bytes are modified in place. */
  next(): Buffer {
    if (this.#callsLeft === 0) {
      this.#callsLeft = callsPerAddress
      this.#bytes.write(nextAddress(), this.#addressAt, 'latin1')
    }
    this.#callsLeft -= 1
    return this.#bytes
  }
}

/** Returns addresses of equal length. */
function nextAddress(): string {
  addresses += 1
  const octet = (divisor: number) => octetMin + (Math.floor(addresses / divisor) % octets)
  return `10.${octet(octets * octets)}.${octet(octets)}.${octet(1)}`
}
