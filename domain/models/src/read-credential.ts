// A route names its provider's credential instead of containing it, so that the database, its backups and the audit log
// contain none. Errors contain the name, never the value; and a name of an invalid form is not quoted either, because
// it may be a credential that was entered in the wrong place.
import { readFile, stat } from 'node:fs/promises'
import type { Clock } from '@gatehouse/runtime/clock'
import { withinMs } from '@gatehouse/runtime/deadline'
import { Fault } from '@gatehouse/runtime/fault'
import { Secret } from '@gatehouse/runtime/secret'

/** Rejects with a fault that describes the problem. */
export type ReadCredential = (reference: string) => Promise<Secret>

export type CredentialSources = {
  clock: Clock
  /** The environment of the process; read by main.ts. */
  environment: Readonly<Record<string, string | undefined>>
  readText?: (path: string) => Promise<string>
}

// A mounted secret is read in less than a millisecond; a mount that hangs must not block the catalog.
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
      // A timeout does not mean that the credential is gone, and the last value most likely still works.
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
 * Reads one file at a time: a read that hangs occupies one of the few threads that Node has for files and host names,
 * and repeated reads of a dead mount would occupy all of them.
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

/** Checks the type first: reading a pipe or a device might never end. */
async function readSmallFile(path: string): Promise<string> {
  const found = await stat(path)
  if (!found.isFile() || found.size > fileSizeBytesMax) throw new TypeError('not a small file')
  return readFile(path, 'utf8')
}

export function isCredentialReference(text: string): boolean {
  return /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:\/.+)$/.test(text)
}

function toSecret(reference: string, text: string | undefined): Secret {
  // A file written with an editor ends with a newline.
  const value = text?.trim() ?? ''
  if (value === '')
    throw unusable(`the credential ${reference} is ${text === undefined ? 'not set' : 'empty'}`)
  // A header cannot contain other characters, or they would split it in two.
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw unusable(`the credential ${reference} has characters that no header may hold`)
  }
  return new Secret(value)
}

function unusable(publicMessage: string, cause?: unknown): Fault {
  return new Fault({ kind: 'invalid', code: 'models.credential_unusable', publicMessage, cause })
}
