// Gives the male and the female form of a word one common form, so that neither "Verkäuferin" nor "motivée" reveals a
// gender through its term. The rules apply to every language, because the language of a word is not known: a rule for
// French also changes some English words. That does no harm, since every text is changed alike, unless two words that
// mean different things become one; rules that would do so to common words are replaced by listed pairs.

/** Shorter words are too often not inflected at all: Java, data, node. */
const lettersMin = 5

/** Pairs that no rule relates: female form, then the form that both get. */
const listed: ReadonlyMap<string, string> = new Map(
  `
  manageress manager, waitress waiter, waitresses waiters, actress actor, actresses actors, hostess host, hostesses hosts,
  mistress master, headmistress headmaster, landlady landlord, landladies landlords, barmaid barman,
  housewife househusband, heiress heir, schwester pfleger, schwestern pfleger, bruder pfleger,
  krankenschwester krankenpfleger, beamter beamt, beamtin beamt, tagesvater tagesmutter, seamstress tailor,
  seamstresses tailors, modista sastre, modisto sastre, hotesse steward, hote steward, hotesses stewards,
  hotes stewards, sefa sef, jefa jefe, jefas jefes, moza mozo, mozas mozos, actriz actor, actrices actores,
  poetisa poeta, jueza juez, heroina heroe, maitresse maitre, publique public, belle beau, nouvelle nouveau,
  bonne bon, franche franc, douce doux, doctorita medic, doctor medic, romanca roman, taranca taran, patroana patron,
  actrita actor, buna bun, noua nou, coafeza coafor, maseza maseur
  `
    .trim()
    .split(/,\s+/)
    .map((pair) => pair.split(' ') as [string, string]),
)

/** German adjectives that are too short for the cut to six letters to drop their endings. */
const germanAdjectives = new RegExp(
  '^(aktiv|alt|brav|fit|flink|frei|gut|jung|kreativ|klug|ledig|lieb|munter|naiv|nett|neu|reif|schlau|stark|stolz|treu|wach)' +
    '(?:e|er|en|es|em)$',
)

/** Words that only look like a female form. */
const unchanged = new Set('berlin kotlin origin plugin'.split(' '))

type Rule = readonly [ending: RegExp, common: string]

// By the last letter of the word, so that most words are compared with few endings. The first ending that fits is
// replaced, and then a last vowel is dropped.
const rules: Readonly<Record<string, readonly Rule[]>> = {
  a: [
    // Romanian: șoferiță, preoteasă, autoarea
    [/(?<=[eo]r)ita$/, ''],
    [/(?<=...)easa$/, ''],
    [/oarea$/, 'or'],
    // profesoară, serioasă
    [/(?<=..)oara$/, 'or'],
    [/(?<=..)oasa$/, ''],
  ],
  e: [
    // German: Kaufleute
    [/(?<=...)leute$/, 'mann'],
    // French: actrice, serveuse, légère, doyenne, réelle, employée, active, cheffe; Romanian: autoare
    [/trice$/, 'teu'],
    [/euse$/, 'eu'],
    [/(?<=..)ere$/, 'er'],
    [/(?<=..)nne$/, 'n'],
    [/(?<=..)elle$/, 'el'],
    [/(?<=..)ee$/, 'e'],
    [/(?<=..)ive$/, 'iv'],
    [/ffe$/, 'f'],
    [/oare$/, 'or'],
  ],
  f: [[/(?<=..)if$/, 'iv']],
  n: [
    // English: saleswoman, salesmen, salesperson
    [/(?<=..)(?:wom[ae]n|men|person)$/, 'man'],
    // German: Kauffrauen; Köchin, Malerinnen, but not domain or protein
    [/(?<=...)frauen$/, 'mann'],
    [/(?<=..)eurin(?:nen)?$/, 'eu'],
    [/(?<=...[^aeiou])in(?:nen)?$/, ''],
  ],
  r: [
    [/eur$/, 'eu'],
    [/(?<=...)manner$/, 'mann'],
  ],
  // Plurals of the same endings, and other plurals of short words.
  s: [
    [/trices$/, 'teu'],
    [/eu(?:rs|ses)$/, 'eu'],
    [/(?<=..)eres$/, 'er'],
    [/(?<=..)nnes$/, 'n'],
    [/(?<=..)elles$/, 'el'],
    [/(?<=..)ees$/, 'e'],
    [/(?<=..)(?:ives|ifs)$/, 'iv'],
    [/(?<=..)persons$/, 'man'],
    [/(?<=...)[aeo]s$/, ''],
    [/(?<=...[^aeious])s$/, ''],
  ],
  u: [[/(?<=...)frau$/, 'mann']],
  x: [[/eux$/, 'eu']],
  z: [[/triz$/, 'tor']],
}

/** Folds an occupation that has two words for women and one for men in a folded text. */
export function foldGenderedPhrases(text: string): string {
  return text.includes('hotesse') ? text.replaceAll(/(?<=hotesses?) de l.air/gu, '') : text
}

/** One form for the male and the female form of a folded word. */
export function foldGender(word: string): string {
  const pair = listed.get(word)
  if (pair !== undefined) return withoutLastVowel(pair)
  if (word.length < lettersMin || unchanged.has(word)) return word
  const adjective = germanAdjectives.exec(word)?.[1]
  if (adjective !== undefined) return adjective
  for (const [ending, common] of rules[word.at(-1) ?? ''] ?? []) {
    if (ending.test(word)) return withoutLastVowel(word.replace(ending, common))
  }
  return withoutLastVowel(word)
}

/** Drops the -a, -o or -e by which Spanish, Romanian and French words differ: médica, médico; elevă, elev; forte, fort. */
function withoutLastVowel(word: string): string {
  return word.length >= lettersMin && /[aeo]$/.test(word) ? word.slice(0, -1) : word
}
