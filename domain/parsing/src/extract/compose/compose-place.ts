import type { ParsedPlace } from '../parsed/parsed-parts.ts'
import { findCountry } from '@gatehouse/reading/country-names'
import { foldValue } from '../../verify/fold-source.ts'
import type { ComposeContext } from './compose-context.ts'
import type { Checked } from '../evidence/evidence-checker.ts'

export type QuotedPlace = { text: string; city: string | null; region: string | null }

const postalCode = /(?<![\p{L}\d])(?:[A-Z]{1,2}-)?\d{4,6}(?![\p{L}\d])/u

/** Reads a place from its text alone: a city must occur in it, and the country is found in it by rules. */
export function composePlace(
  { checker, vocabulary }: Pick<ComposeContext, 'checker' | 'vocabulary'>,
  path: string,
  {
    quoted,
    checked = checker.check(`${path}.text`, quoted.text),
  }: { quoted: QuotedPlace; checked?: Checked },
): ParsedPlace | null {
  if (checked.value === null) return null
  const text = checked.value
  const within = (name: string | null, part: string) => {
    if (name === null || name === '') return null
    if (foldValue(text).includes(foldValue(name))) return name
    checker.refuse(`${path}.${part}`, name)
    return null
  }
  return {
    text,
    city: within(quoted.city, 'city'),
    region: within(quoted.region, 'region'),
    postal_code: postalCode.exec(text)?.[0] ?? null,
    country: findCountry(text, vocabulary.countries) ?? null,
  }
}
