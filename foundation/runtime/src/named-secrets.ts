// Secrets with ids, so that what was made with one of them says which, and the current one can be replaced while those made
// with an earlier one stay valid.
import { z } from 'zod'
import { Secret } from './secret.ts'

export type NamedSecret = { id: string; secret: Secret }

/** What is new is made with the current one. */
export type NamedSecrets = { current: NamedSecret; previous?: readonly NamedSecret[] }

const shape = /^[\w.-]{1,32}:[^\s,]{32,}$/
const wrongShape =
  'must be id:secret, or several separated by commas with the current one first; a secret has at least 32 characters'

/** The setting `id:secret,id:secret`. `what` names one of them in messages. */
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
