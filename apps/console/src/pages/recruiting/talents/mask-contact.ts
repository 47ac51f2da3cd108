// Pages show talents without saying who they are. Lines of a CV can contain how to reach the person.
const details = [
  // E-mail addresses
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/gu,
  // Links
  /(?:https?:\/\/|www\.|(?:linkedin|github|xing)\.com\/)\S+/giu,
  // Phone numbers: at least eight digits with separators; years and periods have fewer.
  /\+?\d(?:[\s()/.-]{0,2}\d){8,}/gu,
]

export function maskContact(text: string): string {
  return details.reduce((masked, pattern) => masked.replaceAll(pattern, '▒▒▒'), text)
}
