// Words of sentences that address a reader who evaluates, in English, German, French, Spanish and Romanian, without case
// and accents. `_` joins the words of a phrase; `*` stands for any ending.

import { readerWords } from './reader-words.ts'

export const injectionWords = {
  ...readerWords,
  /** Orders to leave something out of account. */
  ignore: `
    ignore disregard forget overlook dismiss bypass neglect discard skip override set_aside follow_no
    stop_following pay_no_attention throw_away drop abandon suspend suspended omit erase delete remove cancel leave_out
    ignorier* vergiss vergesst vergessen missacht* ubergeh* uberspring* verwirf verwerfen losch* streich* ausser_acht
    ausser_kraft uberschreib* entfern* ausgesetzt lass_weg aufgehoben hebe_auf
    ignorez ignorer oublie oubliez oublier neglige negligez outrepasse* passe_outre passez_outre abstraction pas_compte
    aucun_compte de_cote contourne* efface* saute sautez retire retirez supprime* enleve* suspendu* annule* abandonne
    ignora ignoren ignorad ignorar olvid* omit* descart* desatiende caso_omiso hagas_caso en_cuenta deja_de_lado
    pasa_por_alto pase_por_alto borra* anula* salta saltate quita* elimina* suspendid* prescinde
    ignorati ignori uita uitati uitate sari sariti treci_peste treceti_peste tine_cont tineti_cont lua_in_considerare
    luati_in_considerare lasa_deoparte lasati_deoparte sterge* renunta* scoate* suspendat* anuleaza elimina
    switch_off turn_off deactivate disable leave_blank leave_empty blind_eye close_your_eyes refrain cease pass_over look_past
    schalte_aus abschalten ausschalten deaktivier* auge_zu drucke lass_leer leer_lassen verzichte unterlass* uberlies sieh_uber hinweg
    desactiv* ferme_les_yeux fermez_les_yeux laisse_vide laissez_vide ne_tenir renonce* abstiens
    desactiv* vista_gorda deja_en_blanco absten* prescind* renunci* pasa_de
    dezactiv* inchide_ochii inchideti_ochii lasa_goala lasa_gol abtine*`,
  /** What a reader has been given to go by. */
  rules: `
    instruction* prompt* rule rules guideline* guide rubric* directive* command* scheme policy policies constraint*
    context safeguard* restriction* everything_above all_of_the_above you_were_told limits
    anweisung* instruktion* vorgabe* regel regeln regelwerk bewertungsregel* bewertungsmassstab* richtlinie* massstab*
    vorschrift* befehl* systemprompt* alles_vorherige alles_bisherige raster bewertungsraster einschrankung* leitfaden
    consigne* regle regles bareme* grille* ordres ce_qui_precede directives instructions restrictions limites
    instruccion* regla reglas norma normas baremo* guia directric* indicacion* pauta* ordenes todo_lo_anterior
    restriccion* limites
    instructiun* regula reguli* regulil* barem* grila grile* indicati* norme normele comenzi comenzile restricti*
    directive limitele
    checklist check_list filters filter safety_rules standards protocol protocols procedure_above scoring_model framework_above specification
    checkliste prufliste filter schema standards protokoll* bewertungsschema maßgabe massgabe* leitlinie* punkteschema auftrag aufgabe
    liste_de_controle filtres protocole* schema procedure cahier norme normes tache mission
    lista_de_control filtros protocolo* esquema estandares tarea procedimiento*
    lista_de_verificare filtrele filtre protocol* schema standardele sarcina`,
  /** Instructions that only a machine or its operator has. */
  ownRules: `
    instructions prompt prompts rules guidelines rubric directives programming restrictions system_prompt scoring_guide
    anweisungen instruktionen vorgaben regeln bewertungsregeln richtlinien programmierung massstab
    consignes regles bareme grille instructions programmation directives
    instrucciones reglas normas baremo guia directrices programacion pautas
    instructiuni instructiunile reguli regulile barem baremul grila programare`,
  /** Requirements of a job and what shows that they are met. */
  criterion: `
    requirement* criteri* must_have* skill skills condition* question* box boxes category categories item items gap gaps
    weakness* strength* qualification* evidence proof proven prove tick
    anforderung* kriteri* bedingung* frage fragen felder feld voraussetzung* muss_kriteri* lucke* mangel schwache*
    starken nachweis* beleg* belegt haken qualifikation* fahigkeit* kenntniss*
    exigence* critere* condition* question* case cases lacune* faiblesse* point_fort preuve* prouve* coche* reserve*
    competence*
    requisito* criterio* condicion* casilla* pregunta* carencia* debilidad* virtud* prueba* evidencia* probad* campo
    competencia* reparo*
    cerint* criteri* conditi* casut* intrebar* lipsuri slabiciun* calitat* dovad* dovez* dovedit* bifa bifeaz* camp
    campul competent* rezerve
    suitability eligibility competency knowledge_of certificate_missing column columns experience_required years_required field fields
    eignung spalte kastchen zeugniss* vorkenntnis* merkmal* fehlende
    aptitude colonne conditions case_vide justificatif* diplomes_manquants rubrique
    idoneidad columna justificante* titulos_que apartado aptitud
    potrivire coloana rubrica diplomele justificativ*`,
  pointing: `
    this these present
    dieser diese dieses diesem diesen vorliegende vorliegenden
    ce cet cette ces present presente
    este esta estos estas presente esto
    acest aceasta acestui acestei acestea acesta prezentul prezenta asta`,
  /** Nouns that a pointing word makes the document or its author: "this applicant". */
  subject: `
    candidate candidates applicant applicants application cv resume profile person document file talent submission text
    line paragraph candidacy sentence passage sheet section page
    bewerber bewerberin bewerbers bewerbung kandidat kandidaten kandidatin lebenslauf lebenslaufs lebenslaufes profil
    person datei dokument dokuments unterlagen text zeile absatz satz akte mappe
    candidat candidate candidature cv profil personne dossier fichier document texte ligne phrase page
    candidato candidata curriculum cv perfil persona solicitud archivo documento texto linea frase candidatura expediente
    candidatul candidata candidatului candidatei cvul profil profilul persoana persoane aplicatie aplicatia fisier
    fisierul document documentul dosar dosarul textul linie rand randul candidatura candidate
    candidature submission_above letter dossier note entry author message lines
    schreiben anschreiben eintrag verfasser* notiz hinweis zeilen datensatz
    lettre auteur note mention candidats lignes fiche
    carta autor nota mencion lineas ficha
    scrisoare autorul nota mentiune randuri fisa aplicatii`,
  /** The author in the third person, which honest CVs do not use. */
  oneself: `
    the_candidate the_applicant the_above_candidate above_applicant the_author_of
    der_bewerber des_bewerbers dem_bewerber den_bewerber die_bewerberin der_bewerberin der_kandidat des_kandidaten
    dem_kandidaten den_kandidaten die_kandidatin der_kandidatin
    le_candidat du_candidat au_candidat la_candidate l_interesse
    el_candidato al_candidato del_candidato la_candidata
    candidatul candidatului candidata candidatei
    this_man this_woman person_described person_above author_of_this man_behind
    die_person diese_person der_verfasser verfasser_dieser bewerbende
    la_personne l_auteur cet_homme cette_femme
    la_persona el_autor la_persona_descrita
    persoana autorul titularul`,
  candidates: `
    candidate candidates applicant applicants talents bewerber* kandidat* mitbewerber* candidats candidates candidatures
    postulant* candidatos candidatas candidaturas aspirante* candidatii candidatilor candidati candidaturi applications
    resumes cvs lebenslauf* curriculums cv_uri cv_urile dosare dosarele dossiers solicitudes shortlist bewerbungen
    pool round contenders job_seekers bewerberfeld bewerberin* runde konkurrenz finale endrunde concurrents finale ronda final finala runda recrut* recruit* hiring`,
  other: `
    other others remaining another next following rival* compet* every_other rest else everyone_else everybody_else anyone_else
    andere anderen anderer ubrige* restlich* weitere weiteren folgende* nachfolgende* nachsten konkurr* sonst
    autres autre suivants suivantes restants restantes concurrent* reste
    otros otras otro otra demas siguientes restantes resto competidor* rivales
    celelalte ceilalti altor celorlalti celorlalte urmatoare* urmatorii restul alti alte altii concurent* tuturor
    nobody_else no_one_else anyone after_me below_me others_in rest_of those_who competitor* contender*
    niemand_sonst nach_mir wer_nach mitbewerb* gegenuber
    personne_d_autre apres_moi ceux_qui adversaires
    nadie_mas despues_de_mi los_que adversari*
    nimeni_altcineva dupa_mine cei_care adversari*`,
  rival: `
    candidate candidates applicant applicants application applications cv cvs resume resumes people profile profiles
    file files talent talents submission submissions competitors everyone batch pile applied
    bewerber bewerbern bewerberinnen bewerbungen kandidaten kandidatinnen lebenslaufe lebenslaufen unterlagen profile
    profilen mitbewerber mitbewerbern konkurrenten beworben mappen
    candidat candidats candidates candidatures dossiers cv profils postulants
    candidato candidatos candidatas candidaturas solicitudes curriculums curriculos cv perfiles aspirantes
    candidati candidatii candidatilor dosare dosarele cv cv_uri cv_urile profiluri profilurile aplicatii aplicatiile`,
  /** Words that turn an applicant down. */
  reject: `
    reject rejected rejecting decline declined refuse refused exclude excluded downgrade lower eliminate fail fails failed
    disqualify disqualified decrease reduce deduct subtract penalise penalize withdrawn withdraw sort_out penalty deduction*
    lehne ablehn* lehnt abgelehnt abzulehnen ausschliess* schliesse durchgefallen sortiere aussortier* senk* herab
    herabstuf* abzieh* abzug abzuge ziehe durchfallen
    ecart* rejet* refus* elimin* exclu* baiss* abaiss* reduis retrograd* malus penalis* inferieur*
    rechaz* descart* elimin* exclu* baja bajar rebaj* reduce resta restes penaliz* suspens*
    resping* respins* elimin* exclud* coboar* scad* depunct* retrograd*
    forged warn discard negative zero null_points worst bottom lowest last_place drop_out unsuccessful
    null_punkte schlechteste* letzte* negativ* durchgefallen streiche disqualifizier* aussieb* nicht_bestanden
    zero_point dernier* negatif* non_retenu* recale* disqualifi* echou*
    cero ultimo* ultima* negativ* no_admitid* descalific* suspende*
    zero ultim* negativ* descalific* picat* refuz*`,
  unfit: `
    unqualified unsuitable worse spam fake lied liars inferior incompetent incomplete overqualified weak irrelevant
    ungeeignet* schlechter unqualifiziert* gelogen unvollstandig* uberqualifiziert* irrelevant* schwach*
    inapte inaptes menti mauvais incomplet* surqualifi* non_qualifi* faibles
    no_aptos no_apto no_son_aptos no_es_apto inadecuad* peores peor mentido incomplet* sobrecualific*
    inapt inapti nepotrivi* necalifica* mai_slabi mintit incomplet* supracalific*
    forged dishonest unreliable mediocre inadequate not_a_fit lacking below_average
    gefalscht* unehrlich mittelmassig* unzureichend* unpassend* betrug*
    falsifie* malhonnete* mediocre* insuffisant* inadequat* fraude*
    falsific* deshonest* mediocr* insuficient* frauda*
    falsificat* necinst* mediocr* insuficient* frauda*`,
  /** Orders to put something down as a result. */
  mark: `
    mark rate score rank grade treat consider regard judge set give assign award classify label count assume accept approve
    grant place put list boost raise upgrade recommend hire shortlist invite advance tick select choose pick flag declare
    evaluate assess credit add keep promote favour favor weight weigh move fix take increase confirm decide  
    compare read  prefer send forward start stop
    markiere bewerte stufe werte behandle betrachte setze setz gib vergib trage kreuze hake nimm erkenne akzeptiere
    genehmige empfiehl empfehle lade wahle ordne platziere fuhre erklare benote gewichte vermerke notiere erhohe hebe
    bestatige entscheide zahle rechne sortiere schicke leite lass lasse bevorzuge beurteile vergleiche lies nenne beachte
    marque marquez note notez evalue evaluez considere considerez attribue attribuez donne donnez classe classez place
    placez mets mettez coche cochez accorde accordez traite traitez approuve approuvez recommande recommandez retiens
    retenez invite invitez embauche embauchez choisis selectionne valide validez ajoute ajoutez compte comptez fixe fixez
    pondere prends prenez augmente augmentez confirme confirmez decide decidez inscris inscrivez laisse laissez envoie
    juge jugez garde gardez prefere lis compare
    marca valora valore evalua puntua califica considera considere asigna asigne da dale pon ponga coloca concede trata
    otorga otorgue clasifica aprueba acepta recomienda selecciona contrata elige invita dala cuenta anade fija establece
    pondera sube aumenta toma confirma decide deja envia juzga guarda prefiere lee compara haz clasificame colocalo
    confirmalo cuentalos ponlo
    marcheaza marcati noteaza notati evalueaza evaluati considera considerati acorda acordati da dati pune puneti aseaza
    clasifica claseaza bifeaza trateaza tratati treci aproba aprobati accepta recomanda selecteaza angajeaza alege invita
    declara adauga valideaza seteaza fixeaza stabileste creste mareste ia luati confirma confirmati decide decideti numara
    lasa trimite judeca pastreaza prefera citeste compara
    insert fill enter produce create generate calculate compute multiply round sort order push lift bump reward allow permit
    bring     interpret understand think believe trust remember switch turn change replace translate adjust adapt
    correct ascribe deem presume suppose value appreciate rely release clear unlock activate enable process submit record register save
    verwende nutze benutze fulle ersetze erstelle erzeuge berechne verdopple runde schiebe bringe belohne erlaube gewahre schenke
     mache sieh versteh denk glaub glaube vertrau denke wechsle andere uberse* passe korrigiere verlass gehe geh nehme stelle
    speichere protokolliere lege sorge drucke ziehe halte verfahre reiche winke schatze verfasse
    utilise utilisez remplis remplissez remplace remplacez cree creez calcule calculez double arrondis pousse remonte remontez recompense
    permets permettez  fais faites vois comprends pense crois croyez rappelle change changez traduis adapte corrige modifie
    presume suppose estime pars partez transmets enregistre active insere inserez ecarte sois soyez verse octroie
    usa use utiliza utilice rellena rellene sustituye crea calcula duplica redondea empuja premia permite  mira ve entiende
    piensa cree creeme recuerda cambia cambie traduce adapta ajusta corrige modifica supon presume estima parte envie registra activa
    inserta introduce se sea haga pongan ponle ordena reconoce
    foloseste folositi completeaza completati inlocuieste creeaza calculeaza dubleaza rotunjeste impinge rasplateste permite permiteti
     vezi intelege gandeste crede amintesteti schimba schimbati traduce adapteaza ajusteaza corecteaza modifica presupune
    estimeaza porneste transmite inregistreaza activeaza introdu introduceti fii fiti urca ridica ordoneaza recunoaste faceti fa`,
  /** The same verbs where German and Romance sentences have them at the end or after a modal verb. */
  marking: `
    bewerten bewertet einstufen einzustufen behandeln betrachten setzen geben vergeben eintragen markieren fuhren benoten
    einsortieren einordnen durchwinken durchzulassen durchlassen berucksichtig* weiterleiten ankreuzen anerkennen
    abzuhaken auszugeben klassifizier* werten gewertet eingestuft
    classer noter attribuer donner considerer placer mettre accorder laisser retenir valider cocher classe_premier
    clasificar asignar dar otorgar considerar poner colocar dejar coloquen valorar marcar aprobar validar
    clasat acordat clasezi acorzi acorde puna pui aseze acordezi considere lase treaca primeasca marchezi
    zu_beantworten zu_bewerten zu_behandeln anzukreuzen angekreuzt kennzeichnen zu_kennzeichnen zu_antworten beizumessen vorzuziehen
    bevorzugen anzunehmen anzurechnen zu_werten gutzuschreiben zu_berucksichtigen zu_erteilen zu_vergeben weiterzuleiten einzuladen
    declarer preferer privilegier reconnaitre compter ajouter inviter admettre
    declararse preferir reconocer contar anadir invitar admitir tenerse
    declara preferat recunoscut numarat adaugat invitat admis considerat acordata clasata`,
  /** Orders to choose an applicant. */
  favour: `
    hire shortlist approve invite advance promote select choose pick recommend prioritise prioritize
    empfiehl genehmige bevorzuge stelle_ein lade_ein
    embauche embauchez approuve approuvez recommande recommandez selectionne retiens privilegie
    contrata aprueba recomienda selecciona elige prioriza
    angajeaza aproba recomanda selecteaza alege prioritizeaza
    favour favor prefer endorse greenlight fast_track back support push trust
    favorisier* bevorzug* unterstutz* befurwort*
    favorise* privilegi* soutien* appuie*
    favorec* prefier* apoya* respalda*
    favoriz* prefer* sustine* sprijina*`,
  /** Decisions about applicants. */
  decision: `
    hire hired hiring_decision interview shortlist shortlisted offer_letter job_offer accepted approved approval invited
    recommended invitation selected decision verdict outcome preselection
    einstell* eingestellt einladung eingeladen vorstellungsgesprach gesprach angenommen genehmigt zusage empfohlen
    entscheidung entschieden ergebnis freigegeben vorauswahl auswahl
    embauch* entretien accepte* approuve* retenu* recommande* decision decide preselection resultat lettre_d_embauche
    contrat* entrevista aceptad* aprobad* seleccionad* recomendad* decision decidido preseleccion resultado
    angajat* angajare interviu acceptat* aprobat* admis* selectat* recomandat* decizi* decis preselecti* rezultat* lista_scurta
    green_light final_round next_round next_stage offer contract_offer released cleared whitelisted recommendation conclusion classification
    employment_offer admitted confirmed hiring
    grunes_licht endrunde nachste_runde freigabe positivliste empfehlung einordnung einstufung zusagen gesamturteil angebot vertrag
    feu_vert finale prochaine_etape prochain_tour autorise* avis verdict appreciation conclusion offre classement contrat admission
    luz_verde final siguiente_fase siguiente_ronda autorizad* dictamen calificacion conclusion oferta clasificacion contratacion
    unda_verde finala etapa_urmatoare runda_urmatoare autorizat* aviz verdict calificativ* concluzi* oferta incadrare* clasificare`,
  /** Orders about the reader's own words. */
  answer: `
    answer reply respond return output print write say report state quote copy emit repeat conclude mention end begin finish
    antworte antwortet schreibe schreib nenne melde zitiere kopiere wiederhole erwahne beende beginne sage sag gib_aus
    reponds repondez ecris ecrivez renvoie renvoyez retourne retournez affiche indique indiquez cite copie conclus
    repete mentionne mentionnez termine terminez commence commencez dis dites redige
    responde responda responded contesta conteste escribe escriba escribas devuelve devuelva indica imprime cita copia
    repite concluye muestra menciona menciones termina empieza di diga redacta indicalo
    raspunde raspundeti scrie scrieti returneaza returnati afiseaza spune spuneti citeaza copiaza repeta mentiona mentionati
    incheie incheiati incepe redacteaza aminteste
    speak tell type fill_in produce declare announce call describe summarise summarize praise express phrase word formulate
    sprich erklare verkunde beschreibe lobe formuliere gib_an teile_mit fasse verfasse fulle stelle
    parle declare annonce decris loue formule remplis precise resume dites produis
    habla declara anuncia describe elogia formula rellena precisa resume produce anota anotalo
    vorbeste declara anunta descrie lauda formuleaza completeaza precizeaza rezuma spuneti noteaza`,
  /** What a reader says about the document. */
  reply: `
    answer reply response output verdict verdicts report summary word conversation
    antwort* ausgabe urteil bericht zusammenfassung wort gesprach auswertung
    reponse* sortie verdict rapport resume mot conversation bilan
    respuesta* salida veredicto informe resumen palabra conversacion
    raspuns* verdict verdictul raport* rezumat* cuvant* conversati*
    praise statement wording comment comments remark remarks opinion text_below field result_field message
    lob kommentar bemerkung meinung wortlaut stellungnahme gutachten feld
    eloge* commentaire* remarque* opinion formulation avis champ
    elogio* comentario* observacion* opinion formulacion dictamen campo
    laude lauda comentari* observati* opinie formulare campul aviz`,
} as const satisfies Readonly<Record<string, string>>

export type WordGroup = keyof typeof injectionWords
