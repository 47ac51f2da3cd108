/**
 * Recognises the current Europass format. Its predecessor until 2020, the SkillsPassport, has another structure and is
 * not supported.
 */
export function isEuropassXml(xml: string): boolean {
  const start = xml.slice(0, 4_096)
  return /<(?:\w+:)?Candidate\b/.test(start) && start.includes('http://www.europass.eu/')
}
