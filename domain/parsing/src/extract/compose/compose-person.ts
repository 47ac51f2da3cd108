import { findLinks, urlsIn } from '@gatehouse/reading/find-links'
import type { CvData } from '../parsed/parsed-cv.ts'
import type { CvAnswer } from '../question/cv-answer.ts'
import type { ComposeContext } from './compose-context.ts'
import { composePlace } from './compose-place.ts'

type Person = CvData['person']

/** The name comes from the model, if the document contains it; all contact details come from rules. */
export function composePerson(context: ComposeContext, answer: CvAnswer): Person {
  const { checker, structure, links } = context
  const fullName = checker.check('data.person.full_name', answer.name_quote).value
  const place = answer.location && composePlace(context, 'data.person.location', { quoted: answer.location })
  return {
    full_name: fullName,
    ...splitName(fullName),
    emails: [...new Set([...structure.emails.map(({ value }) => value), ...structure.linkedEmails])],
    phones: onePerNumber(structure.phones).map(({ raw, e164, country }) => ({ raw, e164, country })),
    location: place && { ...place, country: place.country ?? structure.country },
    links: findLinks([...links.map(({ url }) => url), ...checker.lines.flatMap(({ text }) => urlsIn(text))]),
  }
}

function onePerNumber<T extends { raw: string; e164: string | null }>(phones: readonly T[]): T[] {
  return [...new Map(phones.map((phone) => [phone.e164 ?? phone.raw, phone])).values()]
}

/** The last word is the family name, unless a comma says otherwise; a single word is not split. */
function splitName(fullName: string | null): Pick<Person, 'given_name' | 'family_name'> {
  if (fullName === null) return { given_name: null, family_name: null }
  const [family, given] = fullName.split(/\s*,\s*/)
  if (family !== undefined && given) return { given_name: given, family_name: family }
  const words = fullName.trim().split(/\s+/)
  const last = words.pop()
  return words.length > 0
    ? { given_name: words.join(' '), family_name: last ?? null }
    : { given_name: null, family_name: null }
}
