import { Secret } from '@gatehouse/runtime/secret'
import { z } from 'zod'
import type { Pepper, Peppers } from './hash-key.ts'

const shape = /^[\w.-]{1,32}:[^\s,]{32,}$/
const wrongShape =
  'must be id:secret, or several separated by commas with the current one first; a secret has at least 32 characters'

/** The setting that whoever makes or checks keys has; spread into the app's own schema. */
export const keySettings = {
  KEY_PEPPERS: z.string().transform((text, context): Peppers => {
    const entries = text.split(',').map((entry) => entry.trim())
    const [current = readPepper(''), ...previous] = entries.map(readPepper)
    if (!entries.every((entry) => shape.test(entry)))
      context.addIssue({ code: 'custom', message: wrongShape })
    else if (new Set([current, ...previous].map(({ id }) => id)).size < entries.length)
      context.addIssue({ code: 'custom', message: 'must not have two peppers with the same id' })
    return { current, previous }
  }),
}

function readPepper(entry: string): Pepper {
  const [id = '', ...secret] = entry.split(':')
  return { id, secret: new Secret(secret.join(':')) }
}
