/*
 * Programs that draw frames beside a game and therefore appear in a capture of all processes. The lists hold names of
 * executables without ".exe", in lower case, collected by the kind of program. A name belongs here only if no game is
 * likely to have the same name: "launcher" and "javaw" do not belong here, because games run under these names.
 */

const names = (text: string): readonly string[] => text.split(",").map((name) => name.trim());

/**
 * The names of parts of Windows: compositor, shell, search, settings, lock screen. Most captures of all processes
 * contain these programs.
 */
const desktop = names(`
  applicationframehost, backgroundtaskhost, consent, csrss, ctfmon, dllhost, dwm, explorer, fontdrvhost,
  lockapp, logonui, openwith, peopleexperiencehost, pickerhost, runtimebroker, screenclippinghost,
  searchapp, searchhost, searchui, shellappruntime, shellexperiencehost, shellhost, sihost, smartscreen,
  startmenuexperiencehost, svchost, systemsettings, taskhostw, taskmgr, textinputhost, useroobebroker,
  widgetboard, widgets, widgetservice, winlogon
`);

/**
 * The names of programs that show a game's frames again in a window of their own: scaled, or with generated frames in
 * between.
 */
const scalers = names("losslessscaling, magpie");

/**
 * The names of programs that draw over a game: overlays of drivers, of launchers, of Windows' Game Bar, and their
 * helpers.
 */
const overlays = names(`
  eosoverlayrenderer-win32-shipping, eosoverlayrenderer-win64-shipping, galaxyclient overlay, gamebar,
  gamebarelevatedft, gamebarftserver, gamebarpresencewriter, gameoverlayui, gameoverlayui64, igoproxy,
  igoproxy32, igoproxy64, nvidia overlay, nvidia share, overlayhelper, overwolf, overwolfbrowser,
  overwolfhelper, overwolfhelper64, rtsshooksloader, rtsshooksloader64, upc_overlay, uplayoverlay,
  xboxgamebarspotify, xboxgamebarwidgets
`);

/** The names of browsers, and of browser engines inside other programs. */
const browsers = names(`
  avastbrowser, avgbrowser, brave, ccleanerbrowser, cefsharp.browsersubprocess, chrome, chromium, cyberfox,
  duckduckgo, firefox, firefox-bin, iexplore, k-meleon, librewolf, maxthon, microsoftedge, microsoftedgecp,
  msedge, msedge_proxy, msedgewebview2, mullvadbrowser, opera, opera_gx, palemoon, plugin-container,
  qtwebengineprocess, seamonkey, slimjet, thorium, ucbrowser, vivaldi, waterfox, webviewhost, whale, yandex,
  zen
`);

/** The names of game launchers and shops, their web views, and their updaters. */
const launchers = names(`
  amazon games, amazon games ui, battle.net, battle.net helper, battlenet, bethesdanetlauncher,
  blizzardbrowser, blizzarderror, curseforge, eabackgroundservice, eacefsubprocess, eadesktop, ealauncher,
  ealocalhostsvc, epicgameslauncher, epicwebhelper, eve-online-launcher, faceit, faceitclient,
  gaijin_downloader, galaxyclient, galaxyclient helper, gameforgeclient, gamingservices, glyphclient,
  glyphclientapp, gog galaxy, goggalaxy, heroic, itch, leagueclient, leagueclientux, leagueclientuxrender,
  lutris, minecraftlauncher, modrinth app, multimc, nexusmods, origin, originclientservice,
  originwebhelperservice, paradox launcher, playnite, playnite.desktopapp, playnite.fullscreenapp,
  primegames, prismlauncher, redlauncher, redprelauncher, riotclientcrashhandler, riotclientservices,
  riotclientux, riotclientuxrender, robloxplayerlauncher, rockstarservice, rockstarsteamhelper,
  socialclubhelper, steam, steamerrorreporter, steamservice, steamwebhelper, ubisoftconnect,
  ubisoftgamelauncher, ubisoftgamelauncher64, upc, uplay, uplaywebcore, wargaming.net game center,
  skif, wargamingerrormonitor, wgc, wgc_renderer_host, xboxapp, xboxpcapp, xboxpcappft, xboxpctray
`);

/** The names of programs for chat, mail and meetings. */
const chat = names(`
  discord, discordcanary, discorddevelopment, discordptb, guilded, hexchat, lync, messenger, mirc, ms-teams,
  chatgpt, mumble, olk, outlook, signal, skype, skypeapp, skypebridge, slack, steamchat, teams, teamspeak, teamspeak3,
  telegram, thunderbird, trillian, ts3client_win32, ts3client_win64, ventrilo, vesktop, viber, webex,
  wechat, whatsapp, zoom, zoomit
`);

/** The names of screen recorders, streaming programs, and programs for cameras and their effects. */
const recorders = names(`
  actionservice, amddvr, bandicam, bdcam, bdcam_nonvulkan, camtasia, camtasiastudio, d3dgear, dxtory,
  dxtory64, elgato 4k60, elgato 4kcaptureutility, elgatostudio, facecam, flashbackrecorder, gecata, gyazo,
  icecream screen recorder, lightshot, lightstream, manycam, medal, medalencoder, mirillis nvbroadcast,
  nvidia broadcast, nvsphelper64, obs, obs-browser-page, obs32, obs64, outplayed, overwolf recorder,
  playclaw, playclaw7, plays, plays_encoder, prismlivestudio, screenrec, screentogif, shadowplay, sharex,
  slobs, snagit32, snagiteditor, snapcamera, snippingtool, streamelements, streamlabs, streamlabs desktop,
  streamlabs obs, twitch, twitch studio, twitchstudio, twitchui, vmix, vmix64, vtube studio, warudo,
  wirecast, xsplit.core, xsplit.gamecaster, xsplitbroadcaster, xsplitvcam
`);

/** The names of tools that capture frames, measure, monitor or overclock, and of programs that draw a test picture. */
const captureTools = names(`
  afterburner, aida64, asus gpu tweak iii, asusgputweakiii, benchlab, capframex, coretemp, cpuz, cpuz_x32,
  cpuz_x64, es2gears, evga precision x1, firestorm, fpsmonitor, frameview, frameview_x64, fraps, fraps64, fvcontainer, glxgears,
  gpu-z, gputweakiii, hwinfo, hwinfo32, hwinfo64, hwmonitor, hwmonitor_x32, hwmonitor_x64, intelpresentmon,
  librehardwaremonitor, mangohud, msiafterburner, ocat, ocat-windows, occt, openhardwaremonitor, perfmon,
  perfmonitor, precisionx_x64, presentmon, presentmon-x64, presentmon-x86, presentmon_x64,
  presentmonapplication, presentmonservice, presentmonui, processhacker, procexp, procexp64, resmon,
  rivatuner, rtss, sapphiretrixx, systeminformer, thundermaster, trixx, vkcube, vkcubepp, wpr, wprui, xperf, xtremetuner,
  zenmonitor
`);

/**
 * The names of programs of drivers, and of the makers of boards, cards, coolers, mice, keyboards, headsets and lights.
 */
const drivers = names(`
  aacambientlighting, amdrsserv, amdrssrcext, amdsoftware, arc control, arccontrol, arccontrolassist,
  armourycrate, asusscreenxpert, atieclxx, atiesrxx, cncmd, corsair.service, creative app,
  dellcommandupdate, dragoncenter, fancontrol, geforce experience, ghelper, ghub, gigabyte control center, hyperx ngenuity, icue,
  igcc, igcctray, intelgraphicssoftware, l-connect 3, lcore, lghub, lghub_agent, lghub_system_tray,
  lghub_updater, lightingservice, logioptionsplus, msi center, msi.centralserver, msicenter, mysticlight,
  nahimic3, nahimicsvc64, nvcontainer, nvcplui, nvidia app, nvidia geforce experience, nvidia web helper,
  nvtray, nzxt cam, omencommandcenter, openrgb, processlasso, radeonsettings, radeonsoftware, razer central,
  razer synapse 3, razerappengine, razercentralservice, razercortex, rewasd, rgbfusion, rtkauduservice64, rzsynapse,
  signalrgb, steelseriesengine, steelseriesgg, steelseriesggclient, steelseriessonar, turtlebeach,
  voicemeeter, voicemeeter8, voicemeeterpro
`);

/** The names of players of music and video, and of live wallpapers. */
const players = names(`
  aimp, amazon music, amazonmusic, applemusic, deezer, disneyplus, foobar2000, itunes, kodi, lively,
  livelywpf, media player, mediamonkey, microsoft.media.player, mpc-be64, mpc-hc, mpc-hc64, mpv, musicbee,
  netflix, plex, plexamp, potplayer, potplayermini, potplayermini64, primevideo, qobuz, rainmeter, spotify,
  tidal, video.ui, vlc, wallpaper32, wallpaper64, wallpaperengine, wallpaperservice32, webwallpaper32,
  winamp, wmplayer, youtube music
`);

/** The names of programs that show the screen of another computer. */
const remoteScreens = names(`
  anydesk, chiaki, geforcenow, geforcenowstreamer, looking-glass-client, moonlight, msrdc, mstsc, nomachine, parsec, parsecd,
  remoteplay, rustdesk, steam_link, steamlink, teamviewer, teamviewer_desktop, tvnviewer, vncviewer
`);

/** The names of runtimes of VR headsets, which present the frames of a game. */
const headsets = names(`
  mixedrealityportal, oculus-platform-runtime, oculusclient, oculusdash, ovrredir, ovrserver_x64,
  pimaxclient, steamvr, virtualdesktop.server, virtualdesktop.streamer, vivehub, vrcompositor, vrdashboard,
  vrmonitor, vrserver, vrwebhelper, wmrportal
`);

/** The names of office programs, development tools, file managers and other programs for work. */
const office = names(`
  1password, 7zfm, acrobat, acrord32, adobe desktop service, bitwarden, calculator, calculatorapp, clion64,
  cmd, code, code - insiders, conhost, creative cloud, cursor, devenv, dropbox, evernote, excel, filezilla,
  foxitpdfreader, gimp-2.10, githubdesktop, googledrivefs, idea64, keepass, keepassxc, mspaint, notepad,
  notepad++, notion, obsidian, onedrive, onenote, openconsole, outlookforwindows, pdfxedit,
  phoneexperiencehost, photoshop, postman, powerpnt, powershell, powershell_ise, powertoys,
  powertoys.powerlauncher, putty, pwsh, pycharm64, qbittorrent, rider64, soffice.bin, sublime_text,
  sumatrapdf, taskbarx, totalcmd64, translucenttb, utorrent, webstorm64, windbg, windowsterminal, winrar,
  winscp, winword, yourphone
`);

/**
 * The names of compatibility layers, shells and compositors under which games run on Linux. A capture tool may name
 * such a program instead of the game whose frames it presents.
 */
const compatibilityLayers = names(`
  bash, bottles, gamescope, gamescope-wl, gamescopereaper, gnome-shell, hyprland, kwin_wayland, kwin_x11, mangoapp, mutter,
  plasmashell, pressure-vessel, proton, pv-bwrap, reaper, sh, srt-bwrap, sway, umu-run, wine, wine-preloader, wine64,
  wine64-preloader, wineboot, winedevice, wineserver, xorg, xwayland
`);

/** Names of programs that run beside games. A game may have the same name. */
const ambiguousNames: ReadonlySet<string> = new Set(
  names(`
    cursor, firestorm, heroic, itch, lively, magpie, medal, messenger, origin, plays, postman, proton, signal, tidal,
    whale, zen
  `),
);

const scalerNames: ReadonlySet<string> = new Set(scalers);
const layerNames: ReadonlySet<string> = new Set(compatibilityLayers);
const desktopNames: ReadonlySet<string> = new Set([...desktop, ...overlays]);
const otherNames: ReadonlySet<string> = new Set([
  ...scalers,
  ...browsers,
  ...launchers,
  ...chat,
  ...recorders,
  ...captureTools,
  ...drivers,
  ...players,
  ...remoteScreens,
  ...headsets,
  ...office,
]);

/** Normalises an executable's name for comparisons: the result is in lower case and without ".exe". */
export function processKey(application: string): string {
  return application.toLowerCase().replace(/\.exe$/, "");
}

/**
 * Whether an executable belongs to the desktop or to an overlay: most captures contain these programs, and nobody
 * requests their metrics.
 */
export function isDesktopProcess(application: string): boolean {
  return desktopNames.has(processKey(application));
}

/** Whether an executable is known to be no game, but a part of the desktop or a program that runs beside games. */
export function isOtherProcess(application: string): boolean {
  return (
    isDesktopProcess(application) || (otherNames.has(processKey(application)) && !isAmbiguous(application))
  );
}

/** Whether an executable may be a game or a program that runs beside games. */
export function isAmbiguous(application: string): boolean {
  return ambiguousNames.has(processKey(application));
}

/**
 * Whether an executable shows the frames of a game again (scaled or with generated frames). Such a program may have
 * several times as many frames as the game.
 */
export function isScaler(application: string): boolean {
  return scalerNames.has(processKey(application));
}

/** Whether an executable is Lossless Scaling, which generates frames between those of a game. */
export function isLosslessScaling(application: string): boolean {
  return processKey(application) === "losslessscaling";
}

/**
 * Whether an executable is a compatibility layer that shows the frames of games on Linux, so that its name says nothing
 * about the game.
 */
export function isCompatibilityLayer(application: string): boolean {
  return layerNames.has(processKey(application));
}

/**
 * Returns a name of a game from the request or the file name if the name is an executable (ends in ".exe"); null if the
 * name may be the title of a game, such as "Origin".
 */
export function executableIn(name: string): string | null {
  return /\.exe$/i.test(name) ? name : null;
}
