// Requirements that only state the terms of the work: when it starts, how many hours, whether the applicant may work in
// the country. A CV rarely mentions them, and their words say nothing about the field of work.
import { foldText } from '@gatehouse/reading/fold-text'
import { wordPattern } from '@gatehouse/reading/word-pattern'
import { contentOf } from './requirement-words.ts'

const termPhrases = wordPattern(
  [
    // The start
    'start|starting|start date|immediately|at short notice|at once|join us|eintritt|eintrittstermin|arbeitsbeginn|arbeitsantritt',
    'starttermin|beginn|sofort|kurzfristig|prise de poste|prise de fonction|entree en fonction|immediatement|rapidement',
    'incorporacion|incorporarse|incorporarte|inmediata|inmediato|inmediatamente|incepere|inceperea|incepe|inceperii|imediat|imediata',
    // The hours
    'full-time|full time|part-time|part time|vollzeit|teilzeit|in vollzeit|temps plein|temps complet|temps partiel|jornada completa',
    'jornada parcial|media jornada|tiempo completo|norma intreaga|norma partiala|program complet|working hours|work hours|hours',
    'arbeitszeiten|arbeitszeit|horaires|horaire|horaria|horarias|horario|horarios|programul de lucru|orar|flexible|flexibel|flexibilitat',
    'flexibility|souplesse|flexibilite|flexibilidad|flexibilitate',
    // The right to work
    'right to work|work permit|eligible to work|legally entitled|arbeitserlaubnis|arbeitsgenehmigung|permis de travail',
    'autorisation de travail|permiso de trabajo|permiso de residencia|permis de munca|drept de munca|country|pays|pais|tara',
    // Around them
    'available|availability|verfugbar|verfugbarkeit|moglich|innerhalb|binnen|spatestens|within|disponibilidad|disponible|disponibilitate',
    'days|day|weeks|week|months|month|tagen|tage|wochen|woche|monaten|monate|jours|semaines|semaine|mois|dias|semanas|semana',
    'meses|mes|zile|saptamani|saptamana|luni|luna|cel mult|maximum|hochstens|maximo|sous|delai|bezug auf',
  ],
  'gu',
)

const linkingWords = wordPattern(
  'a|the|to|in|of|on|for|about|and|der|die|das|den|zur|zum|bei|von|im|la|le|les|l|de|du|des|d|a|au|aux|sur|el|los|las|en|con|para|pentru|cu|pe|un|o',
  'gu',
)

export function statesOnlyWorkingTerms(text: string): boolean {
  const folded = foldText(text)
  const rest = folded.replaceAll(termPhrases, ' ')
  if (rest === folded) return false
  return !/\p{L}/u.test(contentOf(rest).replaceAll(linkingWords, ' '))
}
