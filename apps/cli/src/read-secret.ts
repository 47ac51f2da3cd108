// Reads what must be seen neither on the screen nor in a list of processes.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Fault } from '@gatehouse/runtime/fault'
import { Secret } from '@gatehouse/runtime/secret'

export type SecretSource = Pick<NodeJS.Process, 'stdin' | 'stderr'>

/** From a person, who sees the prompt and not what they type; or the first line of what is piped in. */
export async function readSecret(
  { stdin, stderr }: SecretSource,
  prompt: string,
  stop: AbortController,
): Promise<Secret> {
  const isPerson = stdin.isTTY
  if (isPerson) stderr.write(`${prompt}: `)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: isPerson })
  try {
    // As a terminal, readline takes Ctrl-C from the process and gives it out as its own event.
    lines.on('SIGINT', () => stop.abort())
    const line = await new Promise<string | undefined>((resolve) => {
      lines.once('line', resolve)
      lines.once('close', () => resolve(undefined))
      stop.signal.addEventListener('abort', () => resolve(undefined), { once: true })
    })
    if (line === undefined || stop.signal.aborted) throw nothingTyped()
    return new Secret(line)
  } finally {
    lines.close()
    if (isPerson) stderr.write('\n')
  }
}

function nothingTyped(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'cli.no_secret',
    publicMessage: 'no password was given: type it when asked, or pipe it in as one line',
  })
}
