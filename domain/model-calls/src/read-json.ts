import { toStorable } from '@gatehouse/runtime/storable-text'

/** Parses JSON that a model wrote, so that it can be stored. Returns undefined if the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return toStorable(JSON.parse(text))
  } catch {
    return undefined
  }
}
