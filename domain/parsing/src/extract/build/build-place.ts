import type { ParsedPlace } from '../parsed/parsed-parts.ts'
import { findCountry } from '../../rules/country-names.ts'
import { foldValue } from '../../verify/fold-source.ts'
import type { BuildContext } from './build-context.ts'
import type { Checked } from '../evidence/evidence-desk.ts'
import type { Pointer } from '../question/answer-parts.ts'

export type QuotedPlace = { text: string; city: string | null; region: string | null }

const postalCode = /(?<![\p{L}\d])(?:[A-Z]{1,2}-)?\d{4,6}(?![\p{L}\d])/u

/** A place is what the document says of it: a city must stand in its text, a country is read from it by rule. */
export function buildPlace(
  { desk, vocabulary }: Pick<BuildContext, 'desk' | 'vocabulary'>,
  path: string,
  { quoted, pointer }: { quoted: QuotedPlace; pointer?: Pointer },
): { place: ParsedPlace | null; checked: Checked } {
  const checked = desk.check(`${path}.text`, quoted.text, pointer)
  if (checked.value === null) return { place: null, checked }
  const text = checked.value
  const within = (name: string | null, part: string) => {
    if (name === null || name === '') return null
    if (foldValue(text).includes(foldValue(name))) return name
    desk.refuse(`${path}.${part}`, name)
    return null
  }
  const place = {
    text,
    city: within(quoted.city, 'city'),
    region: within(quoted.region, 'region'),
    postal_code: postalCode.exec(text)?.[0] ?? null,
    country: findCountry(text, vocabulary.countries) ?? null,
  }
  return { place, checked }
}
