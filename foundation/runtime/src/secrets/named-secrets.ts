// Secrets with ids. Whatever is signed or hashed with one records its id, so the current secret can be rotated while
// things made with an earlier one stay valid.
import { z } from 'zod'
import { Secret } from './secret.ts'

export type NamedSecret = { id: string; secret: Secret }

/** New things are made with the current secret. */
export type NamedSecrets = { current: NamedSecret; previous?: readonly NamedSecret[] }

const shape = /^[\w.-]{1,32}:[^\s,]{32,}$/
const wrongShape =
  'must be id:secret, or several separated by commas with the current one first; a secret has at least 32 characters'

/** Parses the setting `id:secret,id:secret`. `what` is the noun that messages use for one of these secrets. */
export function namedSecrets(what: string) {
  return z.string().transform((text, context): NamedSecrets => {
    const entries = text.split(',').map((entry) => entry.trim())
    const [current = readSecret(''), ...previous] = entries.map(readSecret)
    if (!entries.every((entry) => shape.test(entry)))
      context.addIssue({ code: 'custom', message: wrongShape })
    else if (new Set([current, ...previous].map(({ id }) => id)).size < entries.length)
      context.addIssue({ code: 'custom', message: `must not have two ${what}s with the same id` })
    return { current, previous }
  })
}

function readSecret(entry: string): NamedSecret {
  const [id = '', ...secret] = entry.split(':')
  return { id, secret: new Secret(secret.join(':')) }
}
