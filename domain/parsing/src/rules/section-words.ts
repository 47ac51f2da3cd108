/** The sections of a CV that later steps treat differently; any other heading is `other`. */
export type SectionKind =
  | 'summary'
  | 'experience'
  | 'education'
  | 'skills'
  | 'languages'
  | 'certifications'
  | 'projects'
  | 'publications'
  | 'awards'
  | 'volunteering'
  | 'interests'
  | 'references'
  | 'contact'
  | 'other'

/**
 * Complete headings, folded (no case, accents or dots), in the larger languages of Europe. A line that consists of one
 * of these is a heading, regardless of its look.
 */
export const sectionWords: Readonly<Record<Exclude<SectionKind, 'other'>, readonly string[]>> = {
  summary: [
    'summary|professional summary|executive summary|career summary|summary of qualifications|qualifications summary',
    'profile|professional profile|personal profile|career profile|about|about me|objective|career objective|overview',
    'personal statement|highlights|profil|kurzprofil|uber mich|zusammenfassung|resume|profil professionnel|a propos',
    'perfil|perfil profesional|resumen|sobre mi|extracto|objetivo|perfil profissional|resumo|sobre mim|profilo',
    'profilo professionale|sintesi|obiettivo|profiel|samenvatting|over mij|podsumowanie|o mnie|profil zawodowy',
    'profil profesional|despre mine|rezumat|obiectiv|obiectiv profesional|sammanfattning|om mig|om mig selv|o mne',
  ],
  experience: [
    'experience|work experience|professional experience|employment|employment history|work history|career history',
    'relevant experience|relevant work experience|experience highlights|professional background|career|jobs|positions',
    'internships|internship experience|industry experience|additional experience|other experience|leadership experience',
    'leadership and experience|military experience|research experience|teaching experience|engineering experience',
    'berufserfahrung|beruflicher werdegang|berufspraxis|praktische erfahrung|werdegang|praktika|arbeitserfahrung',
    'experience professionnelle|experiences professionnelles|experiences|parcours professionnel|stages',
    'experiencia|experiencia laboral|experiencia profesional|historial laboral|experiencia profissional',
    'esperienza|esperienza lavorativa|esperienze lavorative|esperienza professionale|esperienze professionali',
    'werkervaring|ervaring|doswiadczenie|doswiadczenie zawodowe|przebieg kariery|experienta|experienta profesionala',
    'experienta de munca|pracovni zkusenosti|praxe|pracovne skusenosti|munkatapasztalat|szakmai tapasztalat',
    'arbetslivserfarenhet|erfarenhet|erhvervserfaring|arbeidserfaring|tyokokemus|επαγγελματικη εμπειρια',
    'професионален опит|трудов стаж|опыт работы|досвід роботи|radno iskustvo|delovne izkusnje|is deneyimi|deneyim',
  ],
  education: [
    'education|academic background|educational background|education and training|academic qualifications|academics',
    'academic history|education history|qualifications|degrees|training|coursework|relevant coursework|studies',
    'ausbildung|bildung|bildungsweg|schulbildung|studium|akademischer werdegang|aus- und weiterbildung|weiterbildung',
    'formation|formations|etudes|parcours academique|diplomes|formation academique|educacion|formacion',
    'formacion academica|estudios|titulacion|istruzione|istruzione e formazione|formazione|titoli di studio',
    'educacao|formacao|formacao academica|escolaridade|opleiding|opleidingen|onderwijs|wyksztalcenie|edukacja',
    'educatie|educatie si formare|studii|formare|vzdelani|vzdelanie|tanulmanyok|kepzes|iskolai vegzettseg',
    'utbildning|uddannelse|utdanning|utdannelse|koulutus|εκπαιδευση|образование|освіта|obrazovanje|izobrazba|egitim',
  ],
  skills: [
    'skills|technical skills|key skills|core skills|core competencies|competencies|areas of expertise|expertise',
    'technologies|tools|tools and technologies|tech stack|technical proficiencies|professional skills|software skills',
    'top skills|additional skills|hard skills|soft skills|computer skills|it skills|skills and tools|skill set|strengths',
    'skills and abilities|skills and technologies|skills and interests|programming languages|technical expertise',
    'kenntnisse|fahigkeiten|kompetenzen|it-kenntnisse|edv-kenntnisse|fachkenntnisse|faehigkeiten|fertigkeiten',
    'competences|competences techniques|competences cles|competences informatiques|habilidades|aptitudes',
    'competencias|conocimientos|conocimientos tecnicos|competenze|competenze tecniche|capacita e competenze',
    'competencias tecnicas|vaardigheden|competenties|umiejetnosci|kompetencje|competente|abilitati|aptitudini',
    'competente tehnice|dovednosti|zrucnosti|kepessegek|keszsegek|fardigheter|kompetenser|faerdigheder|ferdigheter',
    'taidot|osaaminen|δεξιοτητες|умения|навыки|навички|vjestine|vestine|vescine|yetenekler|beceriler',
  ],
  languages: [
    'languages|language skills|spoken languages|sprachen|sprachkenntnisse|langues|langues etrangeres|idiomas|lingue',
    'competenze linguistiche|lingue straniere|linguas|talen|talenkennis|jezyki|jezyki obce|znajomosc jezykow|limbi',
    'limbi straine|limbi vorbite|jazyky|jazykove znalosti|nyelvtudas|nyelvek|nyelvismeret|sprak|sprog|kielitaito|γλωσσες|езици|языки',
    'знание языков|мови|jezici|jeziki|diller|yabanci dil',
  ],
  certifications: [
    'certifications|certificates|licenses|licenses and certifications|certifications and licenses|professional certifications',
    'training and certifications|courses|courses and certifications|zertifikate|zertifizierungen|weiterbildungen',
    'certificats|certifications professionnelles|certificaciones|cursos|certificazioni|certificacoes|certificaten',
    'cursussen|certyfikaty|kursy|certificari|cursuri|certifikaty|kurzy|tanusitvanyok|certifieringar|kurser|sertifikater',
    'sertifikaatit|сертификаты|сертификати|certifikati|sertifikalar',
  ],
  projects: [
    'projects|personal projects|selected projects|academic projects|side projects|key projects|open source|portfolio',
    'project experience|projekte|projets|projets personnels|proyectos|progetti|projetos|projecten|projekty|proiecte',
    'projektek|projekt|prosjekter|projekter|projektit|проекти|проекты|projekti|projeler|program experience',
  ],
  publications: [
    'publications|papers|selected publications|patents|talks|presentations|conferences|research|veroffentlichungen',
    'publikationen|publicaciones|pubblicazioni|publicacoes|publicaties|publikacje|publicatii|publikace|publikaciok',
    'publikationer|julkaisut|публикации|публікації',
  ],
  awards: [
    'awards|honors|honours|honors and awards|awards and honors|achievements|key achievements|accomplishments|recognition',
    'scholarships|honors and activities|auszeichnungen|preise|distinctions|prix|premios|logros|premi|riconoscimenti',
    'premios e reconhecimentos|conquistas|prijzen|nagrody|osiagniecia|premii|realizari|oceneni|dijak|utmarkelser',
    'priser|palkinnot|награды|нагороди|oduller',
  ],
  volunteering: [
    'volunteering|volunteer experience|volunteer work|volunteer|community|community service|community involvement',
    'extracurricular activities|extracurriculars|activities|leadership|leadership and activities|memberships|affiliations',
    'ehrenamt|ehrenamtliches engagement|engagement|benevolat|engagements|voluntariado|volontariato|vrijwilligerswerk',
    'wolontariat|voluntariat|dobrovolnictvi|onkentes munka|ideellt arbete|frivilligt arbejde|волонтерство',
  ],
  interests: [
    'interests|hobbies|hobbies and interests|personal interests|interessen|hobbys|centres dinteret|loisirs|intereses',
    'aficiones|interessi|hobby|interesses|zainteresowania|interese|hobby-uri|zajmy|konicky|erdeklodes|intressen',
    'fritidsinteresser|harrastukset|интересы|интереси|hobiler|ilgi alanlari',
  ],
  references: [
    'references|referees|referenzen|references available upon request|referencias|referenze|referenties|referencje',
    'referinte|reference|referenciak|referenser|referencer|suosittelijat|рекомендации|referanslar',
  ],
  contact: [
    'contact|contact information|contact details|contact info|personal information|personal details|personal data|links',
    'kontakt|kontaktdaten|personliche daten|persoenliche daten|coordonnees|informations personnelles|etat civil',
    'contacto|datos personales|informacion de contacto|contatti|dati personali|informazioni personali|contato',
    'dados pessoais|contactgegevens|persoonlijke gegevens|persoonsgegevens|dane osobowe|date personale|informatii personale',
    'osobni udaje|osobne udaje|szemelyes adatok|personuppgifter|personlige oplysninger|yhteystiedot|контакты|контакти|iletisim',
  ],
}
