// A route names its provider's credential and does not hold it, so that the database, its backups and the audit log hold
// none either. What goes wrong is told with the name, never with the value, and a name that has not the form of one is
// not told at all: it may be a credential that somebody put in the wrong place.
import { readFile, stat } from 'node:fs/promises'
import type { Clock } from '@gatehouse/runtime/clock'
import { withinMs } from '@gatehouse/runtime/deadline'
import { Fault } from '@gatehouse/runtime/fault'
import { Secret } from '@gatehouse/runtime/secret'

/** Rejects with a fault that says what is wrong. */
export type ReadCredential = (reference: string) => Promise<Secret>

export type CredentialSources = {
  clock: Clock
  /** Of the process; read by main.ts. */
  environment: Readonly<Record<string, string | undefined>>
  readText?: (path: string) => Promise<string>
}

// A mounted secret is read in less than a millisecond; a mount that is gone must not stop the catalog.
const readLimitMs = 1_000
const fileSizeBytesMax = 65_536

export function createReadCredential(sources: CredentialSources): ReadCredential {
  const { clock, environment } = sources
  const readInTurn = createReadInTurn(sources.readText ?? readSmallFile)
  const lastRead = new Map<string, string>()

  async function readPath(reference: string, path: string): Promise<string> {
    try {
      const limit = { limitMs: readLimitMs, what: reference }
      const text = await withinMs(clock, limit, (signal) => readInTurn(path, signal))
      lastRead.set(path, text)
      return text
    } catch (thrown) {
      // Silence does not say that the credential is gone, and the one we have most likely still works.
      const isSilent = thrown instanceof Fault && thrown.code === 'runtime.deadline_passed'
      const known = isSilent ? lastRead.get(path) : undefined
      if (known !== undefined) return known
      throw unusable(`the credential ${reference} cannot be read`, thrown)
    }
  }

  return async (reference) => {
    const [, source, name = ''] = /^(env|file):(.+)$/.exec(reference) ?? []
    if (source === 'env') return toSecret(reference, environment[name])
    if (source !== 'file' || !name.startsWith('/')) {
      throw unusable('a credential must be named as env:NAME or file:/path')
    }
    return toSecret(reference, await readPath(reference, name))
  }
}

/**
 * One file at a time: a read that hangs keeps one of the few threads that Node has for files and host names, and a mount
 * that is gone, asked again and again, would take them all.
 */
function createReadInTurn(readText: (path: string) => Promise<string>) {
  let last: Promise<unknown> = Promise.resolve()
  return (path: string, signal: AbortSignal): Promise<string> => {
    const turn = last.then(() => {
      signal.throwIfAborted()
      return readText(path)
    })
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Looks first: a pipe or a device would be read without end. */
async function readSmallFile(path: string): Promise<string> {
  const found = await stat(path)
  if (!found.isFile() || found.size > fileSizeBytesMax) throw new TypeError('not a small file')
  return readFile(path, 'utf8')
}

export function isCredentialReference(text: string): boolean {
  return /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:\/.+)$/.test(text)
}

function toSecret(reference: string, text: string | undefined): Secret {
  // A file that was written with an editor ends with a newline.
  const value = text?.trim() ?? ''
  if (value === '')
    throw unusable(`the credential ${reference} is ${text === undefined ? 'not set' : 'empty'}`)
  // Whatever else it holds could not be sent in a header, or would be sent as two.
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw unusable(`the credential ${reference} has characters that no header may hold`)
  }
  return new Secret(value)
}

function unusable(publicMessage: string, cause?: unknown): Fault {
  return new Fault({ kind: 'invalid', code: 'models.credential_unusable', publicMessage, cause })
}
