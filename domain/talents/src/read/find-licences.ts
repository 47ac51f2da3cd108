// Finds the driving licences that a line states, by category. Their names are written in many ways ("Klassen B, C, CE"
// below a heading "Führerschein"), of which the vocabulary has the usual ones only.
import { foldText } from '@gatehouse/reading/fold-text'

const licenceWord =
  /\b(?:driv(?:ing|er['’]?s?) licen[cs]es?|driving permit|fuhrerscheine?|fahrerlaubnis|permis(?:e|ele|ul)?|permis de conduire|carnes?|carnets?|permisos?|licencias? de (?:conducir|manejo|conduccion)|licen[cs]es?)\b/
/** Permits of other kinds, whose letters are not categories of vehicles. */
const otherLicence =
  /\b(?:residence|work permit|sejour|etablissement|aufenthalt|nursing|practi[cs]e|software|teaching|real estate|insurance|stapler\w*|kran\w*|cariste|carretill\w*|de sedere|de munca|de port|profesional|b2v|habilitation\w*)\b/
const negated =
  /\b(?:kein\w*|ohne|nicht|no|not|none|without|pas|sans|aucun|sin|ningun\w*|nu|fara|suspend\w*|revoked|entzogen)\b/

const category = String.raw`(?:[ABCD]1?(?:\s?\+?\s?E)?|AM|L|T)`
const listed = new RegExp(
  String.raw`(?<![\p{L}\d+-])${category}(?:(?:\s*[,/]\s*|\s*\+\s*|\s+(?:und|and|et|y|și|si|e)\s+)${category})*(?![\p{L}\d+-])`,
  'gu',
)

/** Names of the vocabulary, such as "driving licence C". `heading` is the heading above the line. */
export function findLicences(text: string, heading: string): string[] {
  const folded = foldText(text)
  const all = foldText(heading) + ' ' + folded
  if (!licenceWord.test(all) || otherLicence.test(folded) || negated.test(folded)) return []
  const letters = [...text.matchAll(listed)].flatMap(
    ([list]) => list.match(/[ABCD]1?(?:\s?\+?\s?E)?/gu) ?? [],
  )
  const classes = [...folded.matchAll(/\bclass (\d)\b/gu)].flatMap(([, number]) =>
    number === '5' ? ['B'] : [],
  )
  const names = [...letters, ...classes].flatMap((letter) => {
    const [first = ''] = letter
    return first === 'A' ? [] : [`driving licence ${first}`]
  })
  return [...new Set(names)]
}
