import { assert } from '@gatehouse/runtime/assert'

/** Where an object is. Small letters, digits and dashes between slashes: it can leave no directory and needs no encoding. */
export type ObjectKey = string & { readonly isObjectKey: true }

const shape = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*$/
const lengthMax = 512

export function objectKey(...parts: readonly string[]): ObjectKey {
  const key = parts.join('/')
  assert(shape.test(key) && key.length <= lengthMax, 'an object key is made of a-z, 0-9, dashes and slashes')
  return key as ObjectKey
}
