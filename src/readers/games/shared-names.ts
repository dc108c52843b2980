/**
 * The names of executables that belong to many games: the names of engines, runtimes, emulators and launchers, and
 * names that several games of one series use. The names are in lower case and without ".exe".
 */
export const sharedNames: ReadonlySet<string> = new Set(
  `
  client-win64-shipping, client, client64, client_x64, game, game-win64-shipping, game-wingdk-shipping,
  game64, game_x64, game_dx11, game_dx12, game_release, ue4game, ue4game-win64-shipping,
  ue4game-linux-shipping, unrealgame, unrealgame-win64-shipping, ue4editor, unrealeditor,
  myproject-win64-shipping, myproject, java, javaw, dotnet, mono, python, python3, node, nw, electron,
  renpy, love, lovec, godot, unity, unityplayer, player, rpg_rt, mkxp, mkxp-z, flashplayer, hl2,
  hl2_linux, hl, hl_linux, xash3d, gzdoom, zandronum, chocolate-doom, crispy-doom, prboom-plus,
  dsda-doom, ioquake3, quakespasm, vkquake, darkplaces, ironwail, dosbox, dosbox-x, dosbox-staging,
  retroarch, scummvm, dolphin, dolphin-emu, rpcs3, yuzu, suyu, ryujinx, citra, citra-qt, azahar, cemu,
  pcsx2, pcsx2-qt, pcsx2-qtx64, ppssppqt, ppssppsdl, ppssppwindows64, duckstation-qt,
  duckstation-qt-x64-releaseltcg, xemu, xenia, xenia_canary, snes9x, mame, mednafen, melonds, mgba,
  desmume, flycast, redream, shadps4, vita3k, cod, cod22-cod, cod23-cod, cod24-cod, cod25-cod,
  modernwarfare, start, start_protected_game, launcher, gamelauncher, gamelaunchhelper, run, app, play,
  main, bootstrap, bootstrapper, eacgame, eaclauncher, easyanticheat_launcher, kingdomcome, metro,
  xrengine, acs, acc, prey, shootergame, hitman, hitman2, fable, masseffect2, masseffect3, eocapp,
  pathofexile, pathofexilesteam, speed, nfs, thelostcrown, outlaws, supremecommander, crysis, crysis64,
  x-plane, pharaoh, fm, marathon, dontstarve_steam, ts2prototype-win64-shipping, 3dmarkicfworkload,
  dead space, gameclient, game32, gamex64, project, template, prototype, application, program, engine,
  default, demo, benchmark, runner, nwjs
  `
    .split(",")
    .map((name) => name.trim()),
);

/** The shared names of executables that are also the title of a game. A person who types such a name means the game. */
export const sharedTitles: ReadonlySet<string> = new Set([
  "crysis",
  "dead space",
  "fable",
  "hitman",
  "marathon",
  "metro",
  "outlaws",
  "pharaoh",
  "prey",
]);
