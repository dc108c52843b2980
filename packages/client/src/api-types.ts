// Made of openapi.json by npm run openapi. Do not edit.

export interface paths {
    "/login/dev": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Development only: sign in by a name alone
         * @description Development only: sign in by a name alone. Counts as `log_ins` for the rate limits.
         */
        post: operations["postLoginDev"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sign-in providers, and how each is used
         * @description The sign-in providers, and how each is used. Counts as `reads` for the rate limits.
         */
        get: operations["getLogin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/{provider}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin the log-in of a program that sends the proof itself: returns a nonce and a state, bound to a cookie
         * @description Begin the log-in of a program that sends the proof itself: returns a nonce and a state, bound to a cookie. Counts as `log_ins` for the rate limits.
         */
        post: operations["postLoginProviderStart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send a browser to the provider to sign in; return_to is the page of this service to which it comes back
         * @description Send a browser to the provider to sign in; return_to is the page of this service to which it comes back. Counts as `log_ins` for the rate limits.
         */
        get: operations["getLoginProvider"];
        put?: never;
        /**
         * Sign in by an ID token, or by an authorization code with its PKCE verifier
         * @description Sign in by an ID token, or by an authorization code with its PKCE verifier. Counts as `log_ins` for the rate limits.
         */
        post: operations["postLoginProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a provider sends a browser back: begins the session and sends the browser on
         * @description Where a provider sends a browser back: begins the session and sends the browser on. Counts as `reads` for the rate limits.
         */
        get: operations["getLoginProviderCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the session of the request; with ?all=true all sessions of the account
         * @description End the session of the request; with ?all=true all sessions of the account. Needs a signed-in caller, with a session; a personal access token is refused. Counts as `changes` for the rate limits.
         */
        post: operations["postLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed-in account, its runs in this month, and how much of its budgets is used
         * @description The signed-in account, its runs in this month, and how much of its budgets is used. Needs a signed-in caller, with a session, or with a token of the scope `read`. Counts as `reads` for the rate limits.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        /**
         * Delete the signed-in account with its sessions, builds, runs and files
         * @description Delete the signed-in account with its sessions, builds, runs and files. Needs a signed-in caller, with a session; a personal access token is refused. Counts as `changes` for the rate limits.
         */
        delete: operations["deleteMe"];
        options?: never;
        head?: never;
        /**
         * Change the public name of the signed-in account
         * @description Change the public name of the signed-in account. Needs a signed-in caller, with a session; a personal access token is refused. Counts as `changes` for the rate limits.
         */
        patch: operations["patchMe"];
        trace?: never;
    };
    "/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All stored data of the signed-in account, as a ZIP archive of JSON and the original files
         * @description All stored data of the signed-in account, as a ZIP archive of JSON and the original files. Needs a signed-in caller, with a session; a personal access token is refused. Counts as `changes` for the rate limits.
         */
        get: operations["getMeExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sessions of the signed-in account, newest first
         * @description The sessions of the signed-in account, newest first. Needs a signed-in caller, with a session; a personal access token is refused. Counts as `reads` for the rate limits.
         */
        get: operations["getMeSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one session of the signed-in account
         * @description End one session of the signed-in account. Needs a signed-in caller, with a session; a personal access token is refused. Counts as `changes` for the rate limits.
         */
        delete: operations["deleteMeSessionsSessionId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The personal access tokens of the signed-in account, newest first
         * @description The personal access tokens of the signed-in account, newest first. Needs a signed-in caller, with a session; a personal access token is refused. Counts as `reads` for the rate limits.
         */
        get: operations["getMeTokens"];
        put?: never;
        /**
         * Make a personal access token, which only this answer shows
         * @description Make a personal access token, which only this answer shows. Needs a signed-in caller, with a session; a personal access token is refused. Counts as `changes` for the rate limits.
         */
        post: operations["postMeTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a personal access token of one's own
         * @description Revoke a personal access token of one's own. Needs a signed-in caller, with a session; a personal access token is refused. Counts as `changes` for the rate limits.
         */
        delete: operations["deleteMeTokensTokenId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an event of Stripe, signed in the header Stripe-Signature
         * @description Take an event of Stripe, signed in the header Stripe-Signature. Counts as `reads` for the rate limits.
         */
        post: operations["postBillingStripe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/builds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's own builds, newest first
         * @description The caller's own builds, newest first. Needs a signed-in caller, with a session, or with a token of the scope `read`. Counts as `reads` for the rate limits.
         */
        get: operations["getBuilds"];
        put?: never;
        /**
         * Make a build
         * @description Make a build. Needs a signed-in caller, with a session, or with a token of the scope `submit`. With an `Idempotency-Key` a repeated request takes effect once. Counts as `changes` for the rate limits.
         */
        post: operations["postBuilds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/builds/{build_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A build and the figures of its complete runs
         * @description A build and the figures of its complete runs. Counts as `reads` for the rate limits.
         */
        get: operations["getBuildsBuildId"];
        put?: never;
        post?: never;
        /**
         * Delete a build of one's own, with its runs and files
         * @description Delete a build of one's own, with its runs and files. Needs a signed-in caller, with a session, or with a token of the scope `submit`. Counts as `changes` for the rate limits.
         */
        delete: operations["deleteBuildsBuildId"];
        options?: never;
        head?: never;
        /**
         * Change the name or the parts of a build of one's own
         * @description Change the name or the parts of a build of one's own. Needs a signed-in caller, with a session, or with a token of the scope `submit`. Counts as `changes` for the rate limits.
         */
        patch: operations["patchBuildsBuildId"];
        trace?: never;
    };
    "/benchmarks/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The active benchmark types
         * @description The active benchmark types. Counts as `reads` for the rate limits.
         */
        get: operations["getBenchmarksTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/benchmarks/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a benchmark result to a build
         * @description Attach a benchmark result to a build. Needs a signed-in caller, with a session, or with a token of the scope `submit`. With an `Idempotency-Key` a repeated request takes effect once. Counts as `submissions` for the rate limits.
         */
        post: operations["postBenchmarksAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/benchmarks/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A run, and what its file says; with ?wait, the answer comes once the run is complete or failed
         * @description A run, and what its file says; with ?wait, the answer comes once the run is complete or failed. Counts as `reads` for the rate limits.
         */
        get: operations["getBenchmarksRunsRunId"];
        put?: never;
        post?: never;
        /**
         * Delete a run of one's own, with its file
         * @description Delete a run of one's own, with its file. Needs a signed-in caller, with a session, or with a token of the scope `submit`. Counts as `changes` for the rate limits.
         */
        delete: operations["deleteBenchmarksRunsRunId"];
        options?: never;
        head?: never;
        /**
         * Change the label, the typed game or the typed settings of a run of one's own
         * @description Change the label, the typed game or the typed settings of a run of one's own. Needs a signed-in caller, with a session, or with a token of the scope `submit`. Counts as `changes` for the rate limits.
         */
        patch: operations["patchBenchmarksRunsRunId"];
        trace?: never;
    };
    "/builds/{build_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The runs of a build, newest first
         * @description The runs of a build, newest first. Counts as `reads` for the rate limits.
         */
        get: operations["getBuildsBuildIdRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/benchmarks/runs/{run_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The file of a run as it was sent, for its submitter
         * @description The file of a run as it was sent, for its submitter. Needs a signed-in caller, with a session, or with a token of the scope `read`. Counts as `reads` for the rate limits.
         */
        get: operations["getBenchmarksRunsRunIdFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/benchmarks/inspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What result files contain, and for which benchmarks they can be submitted; stores nothing
         * @description What result files contain, and for which benchmarks they can be submitted; stores nothing. Needs a signed-in caller, with a session, or with a token of the scope `submit`. Counts as `inspections` for the rate limits.
         */
        post: operations["postBenchmarksInspect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/benchmarks/runs/{run_id}/frames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The frame times of a capture, downsampled, and its channels; as JSON, or as CSV to those that prefer text/csv
         * @description The frame times of a capture, downsampled, and its channels; as JSON, or as CSV to those that prefer text/csv. Counts as `reads` for the rate limits.
         */
        get: operations["getBenchmarksRunsRunIdFrames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/benchmarks/runs/{run_id}/chart.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A capture as a picture: frame times, frame rate, histogram, percentiles, or recorded channels
         * @description A capture as a picture: frame times, frame rate, histogram, percentiles, or recorded channels. Counts as `reads` for the rate limits.
         */
        get: operations["getBenchmarksRunsRunIdChartSvg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/benchmarks/runs/{run_id}/preview.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A run as a picture of 1200 × 630 pixels: its score, hardware and rank
         * @description A run as a picture of 1200 × 630 pixels: its score, hardware and rank. Counts as `reads` for the rate limits.
         */
        get: operations["getBenchmarksRunsRunIdPreviewSvg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/benchmarks/runs/{run_id}/preview.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as a PNG, for chats that show no SVG
         * @description The same as a PNG, for chats that show no SVG. Counts as `reads` for the rate limits.
         */
        get: operations["getBenchmarksRunsRunIdPreviewPng"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/builds/{build_id}/preview.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A build as a picture of 1200 × 630 pixels: its hardware and its best results
         * @description A build as a picture of 1200 × 630 pixels: its hardware and its best results. Counts as `reads` for the rate limits.
         */
        get: operations["getBuildsBuildIdPreviewSvg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/builds/{build_id}/preview.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as a PNG, for chats that show no SVG
         * @description The same as a PNG, for chats that show no SVG. Counts as `reads` for the rate limits.
         */
        get: operations["getBuildsBuildIdPreviewPng"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Builds, runs or products side by side; as JSON, or by the parameter format or the header Accept as CSV or Markdown
         * @description Builds, runs or products side by side; as JSON, or by the parameter format or the header Accept as CSV or Markdown. Counts as `reads` for the rate limits.
         */
        get: operations["getCompare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compare/chart.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The frame times of captures over each other, or how many of their frames took how long, as a picture
         * @description The frame times of captures over each other, or how many of their frames took how long, as a picture. Counts as `reads` for the rate limits.
         */
        get: operations["getCompareChartSvg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compare/preview.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A comparison as a picture of 1200 × 630 pixels: the first benchmark in common as bars
         * @description A comparison as a picture of 1200 × 630 pixels: the first benchmark in common as bars. Counts as `reads` for the rate limits.
         */
        get: operations["getComparePreviewSvg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compare/preview.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as a PNG, for chats that show no SVG
         * @description The same as a PNG, for chats that show no SVG. Counts as `reads` for the rate limits.
         */
        get: operations["getComparePreviewPng"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search products of all kinds
         * @description Search products of all kinds. Counts as `reads` for the rate limits.
         */
        get: operations["getProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/cpu": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List CPUs
         * @description List CPUs. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsCpu"];
        put?: never;
        /**
         * Search and filter CPUs
         * @description Search and filter CPUs. Changes nothing. Counts as `reads` for the rate limits.
         */
        post: operations["postProductsCpu"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/gpu": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List graphics cards
         * @description List graphics cards. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsGpu"];
        put?: never;
        /**
         * Search and filter graphics cards
         * @description Search and filter graphics cards. Changes nothing. Counts as `reads` for the rate limits.
         */
        post: operations["postProductsGpu"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/ram": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List memory kits
         * @description List memory kits. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsRam"];
        put?: never;
        /**
         * Search and filter memory kits
         * @description Search and filter memory kits. Changes nothing. Counts as `reads` for the rate limits.
         */
        post: operations["postProductsRam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/motherboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List motherboards
         * @description List motherboards. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsMotherboard"];
        put?: never;
        /**
         * Search and filter motherboards
         * @description Search and filter motherboards. Changes nothing. Counts as `reads` for the rate limits.
         */
        post: operations["postProductsMotherboard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/cpu/{url_slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the CPUs
         * @description One of the CPUs. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsCpuUrlSlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/gpu/{url_slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the graphics cards
         * @description One of the graphics cards. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsGpuUrlSlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/ram/{url_slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the memory kits
         * @description One of the memory kits. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsRamUrlSlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/motherboard/{url_slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the motherboards
         * @description One of the motherboards. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsMotherboardUrlSlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/chip/{url_slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A chip with the graphics cards that have the chip, the cheapest first
         * @description A chip with the graphics cards that have the chip, the cheapest first. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsChipUrlSlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/builds/{build_id}/upgrades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Parts that fit a build, by the gain of each part over the present part of the build
         * @description Parts that fit a build, by the gain of each part over the present part of the build. Counts as `reads` for the rate limits.
         */
        get: operations["getBuildsBuildIdUpgrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/benchmarks/{benchmark_id}/ranking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Builds by their best result in a benchmark and variant, the best first
         * @description Builds by their best result in a benchmark and variant, the best first. Counts as `reads` for the rate limits.
         */
        get: operations["getBenchmarksBenchmarkIdRanking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/benchmarks/{benchmark_id}/variants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The 3DMark tests or games that were measured by a benchmark, the most measured first
         * @description The 3DMark tests or games that were measured by a benchmark, the most measured first. Counts as `reads` for the rate limits.
         */
        get: operations["getBenchmarksBenchmarkIdVariants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/benchmarks/{benchmark_id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All ranked results of a benchmark and variant, a line each, in the order in which they were ranked
         * @description All ranked results of a benchmark and variant, a line each, in the order in which they were ranked. Counts as `downloads` for the rate limits.
         */
        get: operations["getBenchmarksBenchmarkIdResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/cpu/{url_slug}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was measured with a cpu, the most measured benchmark first
         * @description What was measured with a cpu, the most measured benchmark first. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsCpuUrlSlugResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/cpu/{url_slug}/histogram.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The results of a benchmark and variant with a cpu, as a picture
         * @description The results of a benchmark and variant with a cpu, as a picture. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsCpuUrlSlugHistogramSvg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/gpu/{url_slug}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was measured with a gpu, the most measured benchmark first
         * @description What was measured with a gpu, the most measured benchmark first. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsGpuUrlSlugResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/gpu/{url_slug}/histogram.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The results of a benchmark and variant with a gpu, as a picture
         * @description The results of a benchmark and variant with a gpu, as a picture. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsGpuUrlSlugHistogramSvg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/chip/{url_slug}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was measured with a chip, the most measured benchmark first
         * @description What was measured with a chip, the most measured benchmark first. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsChipUrlSlugResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/chip/{url_slug}/histogram.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The results of a benchmark and variant with a chip, as a picture
         * @description The results of a benchmark and variant with a chip, as a picture. Counts as `reads` for the rate limits.
         */
        get: operations["getProductsChipUrlSlugHistogramSvg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process lives
         * @description Whether the process lives. No rate limit counts it.
         */
        get: operations["getHealthLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process can serve: each store with its state
         * @description Whether the process can serve: each store with its state. No rate limit counts it.
         */
        get: operations["getHealthReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What this service is and where to go on
         * @description What this service is and where to go on. No rate limit counts it.
         */
        get: operations["getHome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The contract of this service in the format OpenAPI 3.1, for programs and generators
         * @description The contract of this service in the format OpenAPI 3.1, for programs and generators. Counts as `reads` for the rate limits.
         */
        get: operations["getOpenapiJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{version}/{asset}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A script or style sheet of the page that shows the contract
         * @description A script or style sheet of the page that shows the contract. Counts as `reads` for the rate limits.
         */
        get: operations["getDocsVersionAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        BenchmarkSummary: {
            id: number;
            name: string;
            /** @description The unit of scores, and of their means, medians and percentiles */
            unit: string;
        };
        Build: {
            build_id: number;
            name: string;
            /** @description The account that owns the build; null = the build has no owner. */
            owner: {
                account_id: string;
                name: string;
            } | null;
            /** @description Present if the operator has hidden this, so that everybody but its owner and admins gets a 404 */
            hidden?: {
                /** @description Why the operator has hidden it */
                reason: string;
            };
            /** @description The parts of the build by their kind; in a request the ids of the parts. */
            parts: {
                /** @description A processor; in a request its id or, in fits, its url_slug. */
                cpu?: {
                    /** @constant */
                    kind: "cpu";
                    /** @description The id of the product within its kind; of a CPU its cpuid */
                    id: number;
                    /** @description The maker of the product. */
                    make: string;
                    model: string;
                    /** @description The address of the product is /products/<kind>/<url_slug> */
                    url_slug: string;
                };
                /** @description A graphics card; in a request its id or, in fits, its url_slug. */
                gpu?: {
                    /** @constant */
                    kind: "gpu";
                    /** @description The id of the product within its kind; of a CPU its cpuid */
                    id: number;
                    /** @description The maker of the product. */
                    make: string;
                    model: string;
                    /** @description The address of the product is /products/<kind>/<url_slug> */
                    url_slug: string;
                };
                /** @description Memory; in a request its id or, in fits, its url_slug. */
                ram?: {
                    /** @constant */
                    kind: "ram";
                    /** @description The id of the product within its kind; of a CPU its cpuid */
                    id: number;
                    /** @description The maker of the product. */
                    make: string;
                    model: string;
                    /** @description The address of the product is /products/<kind>/<url_slug> */
                    url_slug: string;
                };
                /** @description A motherboard; in a request its id or, in fits, its url_slug. */
                motherboard?: {
                    /** @constant */
                    kind: "motherboard";
                    /** @description The id of the product within its kind; of a CPU its cpuid */
                    id: number;
                    /** @description The maker of the product. */
                    make: string;
                    model: string;
                    /** @description The address of the product is /products/<kind>/<url_slug> */
                    url_slug: string;
                };
            };
            /**
             * Format: date-time
             * @description When the build, run, session or token was made, in UTC.
             */
            created_at: string;
        };
        BuildSummary: {
            build_id: number;
            name: string;
            /** @description The account that owns the build; null = the build has no owner. */
            owner: {
                account_id: string;
                name: string;
            } | null;
            /** @description Present if the operator has hidden this, so that everybody but its owner and admins gets a 404 */
            hidden?: {
                /** @description Why the operator has hidden it */
                reason: string;
            };
        };
        CheckedBuild: {
            build_id: number;
            name: string;
            /** @description The account that owns the build; null = the build has no owner. */
            owner: {
                account_id: string;
                name: string;
            } | null;
            /** @description Present if the operator has hidden this, so that everybody but its owner and admins gets a 404 */
            hidden?: {
                /** @description Why the operator has hidden it */
                reason: string;
            };
            /** @description The parts of the build by their kind; in a request the ids of the parts. */
            parts: {
                /** @description A processor; in a request its id or, in fits, its url_slug. */
                cpu?: {
                    /** @constant */
                    kind: "cpu";
                    /** @description The id of the product within its kind; of a CPU its cpuid */
                    id: number;
                    /** @description The maker of the product. */
                    make: string;
                    model: string;
                    /** @description The address of the product is /products/<kind>/<url_slug> */
                    url_slug: string;
                };
                /** @description A graphics card; in a request its id or, in fits, its url_slug. */
                gpu?: {
                    /** @constant */
                    kind: "gpu";
                    /** @description The id of the product within its kind; of a CPU its cpuid */
                    id: number;
                    /** @description The maker of the product. */
                    make: string;
                    model: string;
                    /** @description The address of the product is /products/<kind>/<url_slug> */
                    url_slug: string;
                };
                /** @description Memory; in a request its id or, in fits, its url_slug. */
                ram?: {
                    /** @constant */
                    kind: "ram";
                    /** @description The id of the product within its kind; of a CPU its cpuid */
                    id: number;
                    /** @description The maker of the product. */
                    make: string;
                    model: string;
                    /** @description The address of the product is /products/<kind>/<url_slug> */
                    url_slug: string;
                };
                /** @description A motherboard; in a request its id or, in fits, its url_slug. */
                motherboard?: {
                    /** @constant */
                    kind: "motherboard";
                    /** @description The id of the product within its kind; of a CPU its cpuid */
                    id: number;
                    /** @description The maker of the product. */
                    make: string;
                    model: string;
                    /** @description The address of the product is /products/<kind>/<url_slug> */
                    url_slug: string;
                };
            };
            /**
             * Format: date-time
             * @description When the build, run, session or token was made, in UTC.
             */
            created_at: string;
            /**
             * @description What the owner says about the build, as plain text with line breaks; null = the owner says nothing
             * @example Undervolted, side panel closed.
             *     For games at 1440p.
             */
            description: string | null;
            /** @description The pairs of parts that do not fit each other; unknown facts count as fitting */
            compatibility: {
                /** @description The kinds of the two parts */
                parts: [
                    "cpu" | "gpu" | "ram" | "motherboard",
                    "cpu" | "gpu" | "ram" | "motherboard"
                ];
                /**
                 * @description Of a failed run: the kind of the reason, for programs. Of a log-in: the authorization code of the provider.
                 * @enum {string}
                 */
                code: "socket" | "memory_type" | "module_type" | "modules";
                /** @description What was expected, what was found, and what to do. */
                detail: string;
            }[];
            /** @description The price of all parts of the build together */
            price: {
                /** @description The sum of the current prices; null = no part has a current price */
                total: number | null;
                /**
                 * @description The currency of the prices.
                 * @constant
                 */
                currency: "USD";
                /** @description How many of the parts have a current price: its day is known, and it is not old */
                known: number;
                /** @description How many parts the build has */
                of: number;
                /** @description The oldest day of the current prices; null = no part has one */
                oldest_date: string | null;
                /** @description How many of the parts have only an old price, which the total leaves out */
                old: number;
            };
        };
        Cohort: {
            /** @description How many builds are compared, this one among them */
            builds: number;
            /** @description The place among these builds; 1 is the best */
            rank: number;
            /** @description The percentage of the other builds whose score is worse, rounded down. */
            better_than_percent: number;
            /** @description A score in the unit of the benchmark */
            median: number;
            /** @description A score in the unit of the benchmark */
            p10: number;
            /** @description A score in the unit of the benchmark */
            p90: number;
        };
        Facets_cpu: {
            /** @description Makers of products. */
            makes: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            sockets: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description The types of memory that the product takes. */
            ram_types: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description The series of the product; null = unknown. */
            series: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description The price in USD; null = unknown. */
            price: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
            /** @description How many cores the processor has. */
            cores: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
            /** @description The lowest and the highest base clock, in MHz. */
            frequency_mhz: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
            /** @description Thermal design power in watts; null = unknown. */
            tdp_w: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
            /** @description Whether the processor has integrated graphics; null = unknown. */
            integrated_graphics: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: boolean;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description Whether the product supports memory that corrects errors (ECC), or is such memory; null = unknown. */
            ecc: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: boolean;
                /** @description How many products have the value */
                count: number;
            }[];
        };
        Facets_gpu: {
            /** @description Makers of products. */
            makes: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description Makers of chips. */
            manufacturers: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            chipsets: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description The series of the product; null = unknown. */
            series: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description Capacities of the graphics memory, in GB. */
            vram_sizes: {
                /** @description A value that products have, in the unit of the field that the filter compares */
                value: number;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description The price in USD; null = unknown. */
            price: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
            vram_gb: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
            /** @description Thermal design power in watts; null = unknown. */
            tdp_w: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
            length_mm: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
        };
        Facets_motherboard: {
            /** @description Makers of products. */
            makes: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description Makers of chipsets. */
            chipset_mans: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            chipsets: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description Form factors of motherboards. */
            form_factors: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            sockets: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description The types of memory that the product takes. */
            ram_types: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description The series of the product; null = unknown. */
            series: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description The price in USD; null = unknown. */
            price: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
            /** @description The lowest and the highest number of RAM slots. */
            ram_slots: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
            /** @description How many slots for M.2 drives; null = unknown. */
            m2_slots: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
            /** @description true leaves only boards that are known to have WiFi. */
            wifi_only: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: boolean;
                /** @description How many products have the value */
                count: number;
            }[];
        };
        Facets_ram: {
            /** @description Makers of products. */
            makes: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            memory_types: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description Form factors of memory modules. */
            memory_form_factors: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: string;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description Capacities of the memory kits, in GB. */
            memory_sizes: {
                /** @description A value that products have, in the unit of the field that the filter compares */
                value: number;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description How many modules the kit has. */
            modules: {
                /** @description A value that products have, in the unit of the field that the filter compares */
                value: number;
                /** @description How many products have the value */
                count: number;
            }[];
            /** @description The price in USD; null = unknown. */
            price: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
            /** @description The lowest and the highest capacity, in GB. */
            gb: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
            /** @description The speed of the memory, in megatransfers per second. */
            speed_mts: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
            /** @description The CAS latency, in clock cycles (CL). */
            cas_latency: {
                /** @description The lowest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                min: number | null;
                /** @description The highest value of the products, in the unit of the field that the filter compares; null = no product has a value */
                max: number | null;
            };
            /** @description Whether the product supports memory that corrects errors (ECC), or is such memory; null = unknown. */
            ecc: {
                /** @description Of a product: its median score per USD; null = unknown. Of a facet: a value that products have. */
                value: boolean;
                /** @description How many products have the value */
                count: number;
            }[];
        };
        FrameMetrics: {
            /** @description Frames per second over the whole capture: all frames divided by its duration. */
            average_fps: number;
            /** @description The frame rate that half of the frames exceed and half do not reach; null = unknown. */
            median_fps: number | null;
            /** @description The frame rate that 19 of 20 frames reach or exceed; null = unknown. */
            p5_fps: number | null;
            /** @description The frame rate that 99 of 100 frames reach or exceed; null = unknown. */
            p1_fps: number | null;
            /** @description The frame rate that 999 of 1,000 frames reach or exceed; null = unknown. */
            p0_1_fps: number | null;
            /** @description The mean frame rate of the slowest hundredth of the frames: how bad stutter gets; null = fewer than 100 frames. */
            low_1_fps: number | null;
            /** @description The mean frame rate of the slowest thousandth of the frames: the worst hitches; null = fewer than 1,000 frames. */
            low_0_1_fps: number | null;
            /** @description The frame rate of the longest frame, which a single hitch can determine; null = unknown. */
            min_fps: number | null;
            /** @description The frame rate of the shortest frame; null = unknown. */
            max_fps: number | null;
            /** @description The standard deviation of the frame times: the smaller it is, the steadier is the picture; null = unknown. */
            stdev_ms: number | null;
            /** @description How many percent of the time passed in frames that took longer than 2.5 times the mean of the half second before; null = unknown. */
            stutter_percent?: number | null;
            /** @description How many percent of the time passed in frames that took longer than a thirtieth of a second; null = unknown. */
            time_below_30_fps_percent?: number | null;
            /** @description How many percent of the time passed in frames that took longer than a sixtieth of a second; null = unknown. */
            time_below_60_fps_percent?: number | null;
            /** @description How many percent of the frames the graphics card limited: it was busy for 95 % of the frame time or longer; null = unknown. */
            gpu_limited_percent?: number | null;
            /** @description The average frame rate divided by the mean power of the graphics card in watts; null = unknown. */
            fps_per_watt?: number | null;
            /** @description How many frames the capture has. */
            frames: number | null;
            /** @description How many samples the log has instead of single frames; null = the file has single frames. */
            samples: number | null;
            /** @description How many frames were never displayed; null = unknown. */
            dropped_frames: number | null;
            /** @description How many generated frames the capture has in total, between the rendered frames of the game; null = unknown. */
            generated_frames?: number | null;
            /** @description Frames per second that reached the screen, generated frames included; null = unknown. */
            displayed_average_fps?: number | null;
            /** @description How long the capture lasts, in seconds; null = unknown. */
            duration_s: number | null;
            /** @description The program that wrote the file. */
            tool: string;
            /** @description The executable of the game; null = the file names none. */
            application: string | null;
            tool_average_fps?: number;
            tool_min_fps?: number;
            tool_max_fps?: number;
            tool_p97_fps?: number;
            tool_p10_fps?: number;
            tool_p5_fps?: number;
            tool_p1_fps?: number;
            tool_p0_1_fps?: number;
            tool_low_1_fps?: number;
            tool_low_0_1_fps?: number;
            tool_low_1_integral_fps?: number;
            tool_low_0_1_integral_fps?: number;
            tool_p95_frame_time_ms?: number;
            tool_p99_frame_time_ms?: number;
            tool_p99_9_frame_time_ms?: number;
        };
        ListedRun: {
            run_id: string;
            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
            benchmark_id: number;
            /** @description The benchmark; in a query its id. */
            benchmark: components["schemas"]["BenchmarkSummary"];
            /** @description The place of the run in its submission, from 1 */
            sequence: number;
            /**
             * @description Of a run: how far the service has read its file. Of a process: whether it can serve requests.
             * @enum {string}
             */
            status: "queued" | "processing" | "complete" | "failed";
            /** @description The score in the unit of the benchmark; null = the run has no result */
            score: number | null;
            /** @description The file of the run; null = the score was typed in */
            file: {
                format: ("3dmark-xml" | "frame-csv") | null;
                /** @description The size of the file. */
                bytes: number;
                /**
                 * @description true = the service no longer stores the file.
                 * @constant
                 */
                is_removed?: true;
                /** @description The name of the file, which only the submitter sees */
                name?: string;
                /** @description The SHA-256 of the file, which only the submitter sees */
                sha256?: string;
            } | null;
            /**
             * Format: uri
             * @description The address at which the run can be read.
             */
            url: string;
            build_id: number;
            /** @description A computer with its parts and results. */
            build: components["schemas"]["BuildSummary"];
            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
            variant: string | null;
            /** @description The name of the variant for people: the title of the game, or the test; null = the variant has no name. */
            title: string | null;
            /** @description The text by which the submitter distinguishes the run from other runs; null = no label. */
            label: string | null;
            /** @description The title of the game, as the submitter typed it; null = no typed game. */
            game: string | null;
            /** @description The unit of the score, as in `benchmark` */
            unit: string;
            /** @description The figures that the service read from the file, frame rates in fps; null = not read yet, or a typed-in score. */
            metrics: (components["schemas"]["FrameMetrics"] | components["schemas"]["ThreeDMarkMetrics"]) | null;
            /** @description What the file recorded over time besides frame times */
            channels: {
                /** @enum {string} */
                name: "gpu_load_percent" | "gpu_temperature_c" | "gpu_power_w" | "gpu_clock_mhz" | "gpu_memory_clock_mhz" | "vram_used_mb" | "cpu_load_percent" | "cpu_temperature_c" | "cpu_power_w" | "cpu_clock_mhz" | "ram_used_mb" | "gpu_busy_ms" | "cpu_busy_ms" | "display_latency_ms" | "click_to_photon_ms" | "battery_percent";
                /** @description The unit of the channel */
                unit: string;
                /** @description How many values of the channel the file has */
                samples: number;
                /** @description In the `unit` of the channel */
                min: number;
                /** @description The mean in the `unit` of the channel; of a sensor that was read once per frame, weighted by the frame times */
                mean: number;
                /** @description In the `unit` of the channel */
                p5: number;
                /** @description In the `unit` of the channel */
                p95: number;
                /** @description In the `unit` of the channel */
                max: number;
            }[];
            /** @description What is unusual about the file, in plain words. */
            warnings: string[];
            /** @description Present if the operator has hidden this, so that everybody but its owner and admins gets a 404 */
            hidden?: {
                /** @description Why the operator has hidden it */
                reason: string;
            };
            /** @description Why the result is not ranked; null = the result may be ranked. */
            unranked: {
                /**
                 * @description `implausible`: The reader doubts the figures, or doubts that the figures are those of a game. `outlier`: The score lies too far from the scores of comparable results. `rejected`: A reviewer has rejected the result. `clock_contradicts`: The clock of the file and the sum of the frame times differ by more than 5 %. `rows_left_out`: Rows without a usable frame time took more than 1 % of the time by the clock of the file, or are more than 1 % of the rows if their time is unknown; in a log of samples, more than 5 % of the time has no frame rate. `too_short`: The capture is shorter than 10 s, or has fewer than 300 frames.
                 * @enum {string}
                 */
                code: "implausible" | "outlier" | "rejected" | "clock_contradicts" | "rows_left_out" | "too_short";
                /** @description Why the result is unranked, in plain words. */
                reason: string;
            } | null;
            /** @description The settings under which the benchmark ran; everybody can read them. */
            settings?: {
                /** @description The resolution in pixels; null = unknown. */
                resolution?: string;
                /** @description The preset of the game's settings. */
                preset?: string;
                /** @description The graphics interface; null = unknown. */
                api?: string;
                /** @description The version of the graphics driver; null = unknown. */
                driver?: string;
                /** @description The operating system; null = unknown. */
                os?: string;
                /** @description Free text. */
                notes?: string;
            };
            /** @description The number of the recording that was read from the file, from 1; absent if it is the first */
            recording?: number;
            /** @description The hardware and settings that the file names; null = the file names none. */
            recorded_on: {
                /** @description The processor that the file names; null = unknown. */
                processor: string | null;
                /** @description A graphics card; in a request its id or, in fits, its url_slug. */
                gpu: string | null;
                /** @description Memory; in a request its id or, in fits, its url_slug. */
                ram: string | null;
                /** @description A motherboard; in a request its id or, in fits, its url_slug. */
                motherboard: string | null;
                /** @description The operating system; null = unknown. */
                os: string | null;
                /** @description The version of the graphics driver; null = unknown. */
                driver: string | null;
                /** @description The resolution in pixels; null = unknown. */
                resolution: string | null;
                /** @description The graphics interface; null = unknown. */
                api: string | null;
            } | null;
            error: {
                /** @description Of a failed run: the kind of the reason, for programs. Of a log-in: the authorization code of the provider. */
                code: string;
                /** @description What was expected, what was found, and what to do. */
                detail: string;
                /** @description The line of the file at which reading failed, from 1 */
                line?: number;
            } | null;
            /** @description The version of the file readers that have read the file */
            reader_version: number | null;
            /**
             * Format: date-time
             * @description When the build, run, session or token was made, in UTC.
             */
            created_at: string;
            /** @description When the run was complete or failed, in UTC; null = not yet. */
            completed_at: string | null;
        };
        /** @description The reason why a request was refused, or why it failed. */
        Problem: {
            /**
             * Format: uri
             * @description The address of a page that says what the problem means and what to do.
             */
            type: string;
            /** @description The name of the variant for people: the title of the game, or the test; null = the variant has no name. */
            title: string;
            /** @description The HTTP status */
            status: number;
            /** @description What was expected, what was found, and what to do. */
            detail: string;
            /** @description The id of the request, which the log lines of the request have, too. */
            request_id: string;
            /** @description Every fault of the request: where it is (a JSON pointer, RFC 6901) and what is wrong. */
            errors?: {
                /** @description Where in the request the fault is: a JSON pointer (RFC 6901). */
                pointer: string;
                /** @description What was expected, what was found, and what to do. */
                detail: string;
            }[];
            /** @description How many runs, files, uploads or tokens the limit allows; for storage, how many bytes */
            limit?: number;
            /** @description How much of the limit is used, in the same unit as `limit` */
            used?: number;
            /** @description How much of the limit the request needs, in the same unit as `limit` */
            requested?: number;
            /** @description How many files of the account are not read yet */
            waiting?: number;
            /** @description The tier of the account */
            tier?: string;
            /**
             * Format: date-time
             * @description When the count begins again at 0, in UTC.
             */
            resets_at?: string;
            /**
             * Format: uri
             * @description The page on which the account's owner pays for a tier; absent where the operator has set none.
             */
            billing_url?: string;
            /**
             * Format: uri
             * @description The page on which the account's owner changes or ends the paid subscription; absent where the operator has set none, and for an account that has never paid.
             */
            billing_portal_url?: string;
            /** @description Why the operator has suspended the account */
            reason?: string;
            /**
             * @description A link by which people reach the operator; null = nobody has named one
             * @example https://bench.example/contact
             */
            contact?: string | null;
        } & {
            [key: string]: unknown;
        };
        ProductSearch: {
            /** @description Which page of the list, from 1. */
            page: number;
            /** @description How many entries a page has */
            limit: number;
            /** @description The text to search for, as people type it. */
            query?: string;
            /** @description The same as query. A request has only one of query, q and search. */
            q?: string;
            /** @description The same as query. A request has only one of query, q and search. */
            search?: string;
            /**
             * @description Whether every word of the query is searched as typed, so that no word is understood as a filter.
             * @default false
             */
            literal: boolean;
            /**
             * @description The order of the list. Without sort_by, products are sorted by relevance or, without a query, by make and model. popularity lists the products with the most measured builds first, and products with equally many by their generation, the newest first.
             * @enum {string}
             */
            sort_by?: "make" | "manufacturer" | "price" | "performance" | "value" | "popularity";
            /**
             * @description asc sorts upwards, desc sorts downwards; popularity has one direction only.
             * @default asc
             * @enum {string}
             */
            sort_dir: "asc" | "desc";
            /**
             * @description In a request: whether to send facets. In an answer: the values of each field with their counts, and the ends of ranges.
             * @default false
             */
            facets: boolean;
            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
            benchmark_id?: number;
            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
            variant?: string;
            /** @description Only products with at least this median score, in the unit of the benchmark. */
            min_score?: number;
            /** @description Only graphics cards with this chip, by the slug of the chip */
            chip?: string;
            /** @description Only processors with at least this many cores. */
            min_cores?: number;
            /** @description Only processors with at most this many cores. */
            max_cores?: number;
            min_frequency_mhz?: number;
            max_frequency_mhz?: number;
            min_vram_gb?: number;
            max_vram_gb?: number;
            /** @description Only memory with at least this capacity, in GB. */
            min_gb?: number;
            /** @description Only memory with at most this capacity, in GB. */
            max_gb?: number;
            /** @description Only products with at least this thermal design power, in watts. */
            min_tdp_w?: number;
            /** @description Only products with at most this thermal design power, in watts. */
            max_tdp_w?: number;
            min_length_mm?: number;
            max_length_mm?: number;
            /** @description Only memory with a speed of at least this many megatransfers per second. */
            min_speed_mts?: number;
            /** @description Only memory with a speed of at most this many megatransfers per second. */
            max_speed_mts?: number;
            /** @description Only memory with a CAS latency of at least this many clock cycles (CL). */
            min_cas_latency?: number;
            /** @description Only memory with a CAS latency of at most this many clock cycles (CL). */
            max_cas_latency?: number;
            /** @description Only boards with at least this many RAM slots. */
            min_ram_slots?: number;
            /** @description Only boards with at most this many RAM slots. */
            max_ram_slots?: number;
            /** @description Only boards with at least this many M.2 slots. */
            min_m2_slots?: number;
            /** @description Only boards with at most this many M.2 slots. */
            max_m2_slots?: number;
            /** @description Only products with at least this price in USD; products without a price are left out. */
            min_price?: number;
            /** @description Only products with at most this price in USD; products without a price are left out. */
            max_price?: number;
            /**
             * @description true leaves only products with a known price, however old it is.
             * @default false
             */
            has_price: boolean;
            /** @description Makers of products. */
            makes?: string[];
            sockets?: string[];
            /** @description The types of memory that the product takes. */
            ram_types?: string[];
            /** @description Makers of chips. */
            manufacturers?: string[];
            memory_types?: string[];
            /** @description Makers of chipsets. */
            chipset_mans?: string[];
            chipsets?: string[];
            /** @description Form factors of motherboards. */
            form_factors?: string[];
            /** @description Form factors of memory modules. */
            memory_form_factors?: string[];
            /** @description The series of the product; null = unknown. */
            series?: string[];
            /** @description Capacities of the graphics memory, in GB. */
            vram_sizes?: number[];
            /** @description Capacities of the memory kits, in GB. */
            memory_sizes?: number[];
            /** @description How many modules the kit has. */
            modules?: number[];
            /** @description Whether the processor has integrated graphics; null = unknown. */
            integrated_graphics?: boolean;
            /** @description Whether the product supports memory that corrects errors (ECC), or is such memory; null = unknown. */
            ecc?: boolean;
            /**
             * @description true leaves only boards that are known to have WiFi.
             * @default false
             */
            wifi_only: boolean;
            /** @description The build whose parts the products have to fit. */
            fits_build?: number;
            /** @description In a request: the parts that the products have to fit, by their url_slug. Of an upgrade: true, or null = unknown. */
            fits?: {
                /** @description A processor; in a request its id or, in fits, its url_slug. */
                cpu?: string;
                /** @description A graphics card; in a request its id or, in fits, its url_slug. */
                gpu?: string;
                /** @description Memory; in a request its id or, in fits, its url_slug. */
                ram?: string;
                /** @description A motherboard; in a request its id or, in fits, its url_slug. */
                motherboard?: string;
            };
        };
        Product_cpu: {
            /** @constant */
            kind: "cpu";
            /** @description The id of the product within its kind; of a CPU its cpuid */
            id: number;
            /** @description The maker of the product. */
            make: string;
            model: string;
            /** @description The address of the product is /products/<kind>/<url_slug> */
            url_slug: string;
            /** @description The same as `id` */
            cpuid: number;
            /** @description How many cores the processor has. */
            cores: number;
            /** @description How many threads run at once */
            threads: number;
            /** @description In MHz */
            base_clock: number;
            socket: string;
            /** @description The types of memory that the product takes. */
            ram_types: string[] | null;
            /** @description In USD */
            price: number | null;
            /** @description The day on which the product had the price; null = unknown. */
            price_date: string | null;
            /** @description In MHz */
            boost_clock: number | null;
            /** @description The L3 cache of the processor, in MB, rounded; null = unknown. */
            l3_cache_mb: number | null;
            /** @description The series of the product; null = unknown. */
            series: string | null;
            /** @description The microarchitecture of the processor; null = unknown. */
            microarchitecture: string | null;
            /** @description The code name of the processor; null = unknown. */
            core_family: string | null;
            /** @description Thermal design power in watts; null = unknown. */
            tdp_w: number | null;
            /** @description Whether the processor has integrated graphics; null = unknown. */
            integrated_graphics: boolean | null;
            /** @description Whether the product supports memory that corrects errors (ECC), or is such memory; null = unknown. */
            ecc: boolean | null;
            /** @description The part numbers under which shops sell the product; null = unknown. */
            part_numbers: string[] | null;
            /** @description Whether the price is older than the operator allows, by default a year; null = no price or no day. */
            price_is_old: boolean | null;
            /** @description The measured results of builds with the model or chip of the product. */
            scores: {
                /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                benchmark_id: number;
                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                variant: string | null;
                /** @description In the unit of the benchmark, which GET /benchmarks/types names */
                median: number;
                /** @description How many builds with the product are measured */
                builds: number;
                /**
                 * @description Present where results of a game with different resolutions and presets are compared.
                 * @constant
                 */
                settings_mixed?: true;
            }[];
            /** @description Median score per USD in the benchmark of `scored_by`, or else in the usual benchmark of the kind; null = the score or the price is unknown, or the price is old */
            value: number | null;
        };
        Product_gpu: {
            /** @constant */
            kind: "gpu";
            /** @description The id of the product within its kind; of a CPU its cpuid */
            id: number;
            /** @description The maker of the product. */
            make: string;
            model: string;
            /** @description The address of the product is /products/<kind>/<url_slug> */
            url_slug: string;
            /** @description Who makes the chip. */
            manufacturer: string;
            chipset: string;
            vram_gb: number | null;
            memory_type: string | null;
            /** @description In MHz */
            base_clock: number | null;
            /** @description In MHz */
            boost_clock: number | null;
            length_mm: number | null;
            /** @description Thermal design power in watts; null = unknown. */
            tdp_w: number | null;
            /** @description In USD */
            price: number | null;
            /** @description The day on which the product had the price; null = unknown. */
            price_date: string | null;
            /** @description The series of the product; null = unknown. */
            series: string | null;
            /** @description The part numbers under which shops sell the product; null = unknown. */
            part_numbers: string[] | null;
            /** @description The slug of the chip with its memory size, as which graphics cards are compared: /products/chip/<chip>; null = not known yet. */
            chip: string | null;
            /** @description Whether the price is older than the operator allows, by default a year; null = no price or no day. */
            price_is_old: boolean | null;
            /** @description The measured results of builds with the model or chip of the product. */
            scores: {
                /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                benchmark_id: number;
                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                variant: string | null;
                /** @description In the unit of the benchmark, which GET /benchmarks/types names */
                median: number;
                /** @description How many builds with the product are measured */
                builds: number;
                /**
                 * @description Present where results of a game with different resolutions and presets are compared.
                 * @constant
                 */
                settings_mixed?: true;
            }[];
            /** @description Median score per USD in the benchmark of `scored_by`, or else in the usual benchmark of the kind; null = the score or the price is unknown, or the price is old */
            value: number | null;
        };
        Product_motherboard: {
            /** @constant */
            kind: "motherboard";
            /** @description The id of the product within its kind; of a CPU its cpuid */
            id: number;
            /** @description The maker of the product. */
            make: string;
            model: string;
            /** @description The address of the product is /products/<kind>/<url_slug> */
            url_slug: string;
            socket: string;
            /** @description Who makes the chipset; null = unknown. */
            chipset_manufacturer: string | null;
            chipset: string | null;
            /** @description The form factor of the product; null = unknown. */
            form_factor: string | null;
            /** @description The types of memory that the product takes. */
            ram_types: string[] | null;
            /** @description How many slots for memory modules */
            memory_slots: number | null;
            max_memory_gb: number | null;
            /** @description Whether the motherboard has WiFi; null = unknown. */
            wifi: boolean | null;
            /** @description In USD */
            price: number | null;
            /** @description The day on which the product had the price; null = unknown. */
            price_date: string | null;
            /** @description How many M.2 slots */
            m2_slots: number | null;
            /** @description The series of the product; null = unknown. */
            series: string | null;
            /** @description The part numbers under which shops sell the product; null = unknown. */
            part_numbers: string[] | null;
            /** @description Whether the price is older than the operator allows, by default a year; null = no price or no day. */
            price_is_old: boolean | null;
            /** @description The measured results of builds with the model or chip of the product. */
            scores: {
                /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                benchmark_id: number;
                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                variant: string | null;
                /** @description In the unit of the benchmark, which GET /benchmarks/types names */
                median: number;
                /** @description How many builds with the product are measured */
                builds: number;
                /**
                 * @description Present where results of a game with different resolutions and presets are compared.
                 * @constant
                 */
                settings_mixed?: true;
            }[];
            /** @description Median score per USD in the benchmark of `scored_by`, or else in the usual benchmark of the kind; null = the score or the price is unknown, or the price is old */
            value: number | null;
        };
        Product_ram: {
            /** @constant */
            kind: "ram";
            /** @description The id of the product within its kind; of a CPU its cpuid */
            id: number;
            /** @description The maker of the product. */
            make: string;
            model: string;
            /** @description The address of the product is /products/<kind>/<url_slug> */
            url_slug: string;
            memory_type: string;
            capacity_gb: number;
            /** @description How many modules the kit has. */
            modules: number;
            module_gb: number;
            /** @description The speed of the memory, in megatransfers per second. */
            speed_mts: number;
            /** @description In clock cycles */
            cas_latency: number | null;
            /** @description The form factor of the product; null = unknown. */
            form_factor: string | null;
            /** @description In USD */
            price: number | null;
            /** @description The day on which the product had the price; null = unknown. */
            price_date: string | null;
            /** @description Whether the product supports memory that corrects errors (ECC), or is such memory; null = unknown. */
            ecc: boolean | null;
            /** @description Profiles of the memory, such as XMP; null = unknown. */
            profiles: string[] | null;
            /** @description The part numbers under which shops sell the product; null = unknown. */
            part_numbers: string[] | null;
            /** @description Whether the price is older than the operator allows, by default a year; null = no price or no day. */
            price_is_old: boolean | null;
            /** @description The measured results of builds with the model or chip of the product. */
            scores: {
                /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                benchmark_id: number;
                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                variant: string | null;
                /** @description In the unit of the benchmark, which GET /benchmarks/types names */
                median: number;
                /** @description How many builds with the product are measured */
                builds: number;
                /**
                 * @description Present where results of a game with different resolutions and presets are compared.
                 * @constant
                 */
                settings_mixed?: true;
            }[];
            /** @description Median score per USD in the benchmark of `scored_by`, or else in the usual benchmark of the kind; null = the score or the price is unknown, or the price is old */
            value: number | null;
        };
        Run: {
            run_id: string;
            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
            benchmark_id: number;
            /** @description The benchmark; in a query its id. */
            benchmark: components["schemas"]["BenchmarkSummary"];
            /** @description The place of the run in its submission, from 1 */
            sequence: number;
            /**
             * @description Of a run: how far the service has read its file. Of a process: whether it can serve requests.
             * @enum {string}
             */
            status: "queued" | "processing" | "complete" | "failed";
            /** @description The score in the unit of the benchmark; null = the run has no result */
            score: number | null;
            /** @description The file of the run; null = the score was typed in */
            file: {
                format: ("3dmark-xml" | "frame-csv") | null;
                /** @description The size of the file. */
                bytes: number;
                /**
                 * @description true = the service no longer stores the file.
                 * @constant
                 */
                is_removed?: true;
                /** @description The name of the file, which only the submitter sees */
                name?: string;
                /** @description The SHA-256 of the file, which only the submitter sees */
                sha256?: string;
            } | null;
            /**
             * Format: uri
             * @description The address at which the run can be read.
             */
            url: string;
            build_id: number;
            /** @description A computer with its parts and results. */
            build: components["schemas"]["BuildSummary"];
            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
            variant: string | null;
            /** @description The name of the variant for people: the title of the game, or the test; null = the variant has no name. */
            title: string | null;
            /** @description The text by which the submitter distinguishes the run from other runs; null = no label. */
            label: string | null;
            /** @description The title of the game, as the submitter typed it; null = no typed game. */
            game: string | null;
            /** @description The unit of the score, as in `benchmark` */
            unit: string;
            /** @description The figures that the service read from the file, frame rates in fps; null = not read yet, or a typed-in score. */
            metrics: (components["schemas"]["FrameMetrics"] | components["schemas"]["ThreeDMarkMetrics"]) | null;
            /** @description What the file recorded over time besides frame times */
            channels: {
                /** @enum {string} */
                name: "gpu_load_percent" | "gpu_temperature_c" | "gpu_power_w" | "gpu_clock_mhz" | "gpu_memory_clock_mhz" | "vram_used_mb" | "cpu_load_percent" | "cpu_temperature_c" | "cpu_power_w" | "cpu_clock_mhz" | "ram_used_mb" | "gpu_busy_ms" | "cpu_busy_ms" | "display_latency_ms" | "click_to_photon_ms" | "battery_percent";
                /** @description The unit of the channel */
                unit: string;
                /** @description How many values of the channel the file has */
                samples: number;
                /** @description In the `unit` of the channel */
                min: number;
                /** @description The mean in the `unit` of the channel; of a sensor that was read once per frame, weighted by the frame times */
                mean: number;
                /** @description In the `unit` of the channel */
                p5: number;
                /** @description In the `unit` of the channel */
                p95: number;
                /** @description In the `unit` of the channel */
                max: number;
            }[];
            /** @description What is unusual about the file, in plain words. */
            warnings: string[];
            /** @description Present if the operator has hidden this, so that everybody but its owner and admins gets a 404 */
            hidden?: {
                /** @description Why the operator has hidden it */
                reason: string;
            };
            /** @description Why the result is not ranked; null = the result may be ranked. */
            unranked: {
                /**
                 * @description `implausible`: The reader doubts the figures, or doubts that the figures are those of a game. `outlier`: The score lies too far from the scores of comparable results. `rejected`: A reviewer has rejected the result. `clock_contradicts`: The clock of the file and the sum of the frame times differ by more than 5 %. `rows_left_out`: Rows without a usable frame time took more than 1 % of the time by the clock of the file, or are more than 1 % of the rows if their time is unknown; in a log of samples, more than 5 % of the time has no frame rate. `too_short`: The capture is shorter than 10 s, or has fewer than 300 frames.
                 * @enum {string}
                 */
                code: "implausible" | "outlier" | "rejected" | "clock_contradicts" | "rows_left_out" | "too_short";
                /** @description Why the result is unranked, in plain words. */
                reason: string;
            } | null;
            /** @description The settings under which the benchmark ran; everybody can read them. */
            settings?: {
                /** @description The resolution in pixels; null = unknown. */
                resolution?: string;
                /** @description The preset of the game's settings. */
                preset?: string;
                /** @description The graphics interface; null = unknown. */
                api?: string;
                /** @description The version of the graphics driver; null = unknown. */
                driver?: string;
                /** @description The operating system; null = unknown. */
                os?: string;
                /** @description Free text. */
                notes?: string;
            };
            /** @description The number of the recording that was read from the file, from 1; absent if it is the first */
            recording?: number;
            /** @description The hardware and settings that the file names; null = the file names none. */
            recorded_on: {
                /** @description The processor that the file names; null = unknown. */
                processor: string | null;
                /** @description A graphics card; in a request its id or, in fits, its url_slug. */
                gpu: string | null;
                /** @description Memory; in a request its id or, in fits, its url_slug. */
                ram: string | null;
                /** @description A motherboard; in a request its id or, in fits, its url_slug. */
                motherboard: string | null;
                /** @description The operating system; null = unknown. */
                os: string | null;
                /** @description The version of the graphics driver; null = unknown. */
                driver: string | null;
                /** @description The resolution in pixels; null = unknown. */
                resolution: string | null;
                /** @description The graphics interface; null = unknown. */
                api: string | null;
            } | null;
            error: {
                /** @description Of a failed run: the kind of the reason, for programs. Of a log-in: the authorization code of the provider. */
                code: string;
                /** @description What was expected, what was found, and what to do. */
                detail: string;
                /** @description The line of the file at which reading failed, from 1 */
                line?: number;
            } | null;
            /** @description The version of the file readers that have read the file */
            reader_version: number | null;
            /**
             * Format: date-time
             * @description When the build, run, session or token was made, in UTC.
             */
            created_at: string;
            /** @description When the run was complete or failed, in UTC; null = not yet. */
            completed_at: string | null;
            /** @description The ranks of the score among comparable scores; null = the run is not ranked, absent = the ranks are unavailable for now. */
            standing?: components["schemas"]["Standing"] | null;
        };
        Standing: {
            /** @description In the query of a log-out: true ends all sessions of the account. In a standing: the rank among all comparable builds; null = fewer than five. */
            all: components["schemas"]["Cohort"] | null;
            /** @description The rank among the builds with the same processor model; null = fewer than five. */
            same_cpu: components["schemas"]["Cohort"] | null;
            /** @description The rank among the builds with the same graphics chip; null = fewer than five. */
            same_gpu: components["schemas"]["Cohort"] | null;
            /** @description The rank among the builds with the same processor model and the same graphics chip; null = fewer than five. */
            same_cpu_and_gpu: components["schemas"]["Cohort"] | null;
            /**
             * @description Present where results of a game with different resolutions and presets are compared.
             * @constant
             */
            settings_mixed?: true;
        };
        ThreeDMarkMetrics: {
            /** @description The test of 3DMark. */
            test: string;
            /** @description How many passes of the test the file contains. */
            passes: number;
            /** @description The frame rate of each graphics test in fps, by the number of the test. */
            graphics_tests: {
                [key: string]: number;
            };
            /** @description The graphics score of the whole 3DMark test, such as Time Spy, which 3DMark computes from all of its graphics tests, in points; null = the file has none. */
            graphics_score: number | null;
            /** @description The overall score of 3DMark, in points; null = the file has none. */
            overall_score: number | null;
            /** @description The CPU score of 3DMark, in points; null = the file has none. */
            cpu_score: number | null;
        };
    };
    responses: {
        /** @description The account is being deleted ([account-being-deleted](/problems/account-being-deleted)). */
        AccountBeingDeleted: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description This account is suspended ([account-suspended](/problems/account-suspended)). */
        AccountSuspended: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description This account is suspended ([account-suspended](/problems/account-suspended)). Or: A page of another site sent this request ([cross-site-request](/problems/cross-site-request)). Or: The access token does not allow this request ([insufficient-scope](/problems/insufficient-scope)). */
        AccountSuspendedOrCrossSiteRequestOrInsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description This account is suspended ([account-suspended](/problems/account-suspended)). Or: A page of another site sent this request ([cross-site-request](/problems/cross-site-request)). Or: The access token does not allow this request ([insufficient-scope](/problems/insufficient-scope)). Or: The request names something that belongs to another account ([not-allowed](/problems/not-allowed)). */
        AccountSuspendedOrCrossSiteRequestOrInsufficientScopeOrNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description This account is suspended ([account-suspended](/problems/account-suspended)). Or: A page of another site sent this request ([cross-site-request](/problems/cross-site-request)). Or: This service takes no new accounts ([sign-up-closed](/problems/sign-up-closed)). */
        AccountSuspendedOrCrossSiteRequestOrSignUpClosed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description This account is suspended ([account-suspended](/problems/account-suspended)). Or: The access token does not allow this request ([insufficient-scope](/problems/insufficient-scope)). */
        AccountSuspendedOrInsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description This account is suspended ([account-suspended](/problems/account-suspended)). Or: The access token does not allow this request ([insufficient-scope](/problems/insufficient-scope)). Or: The request names something that belongs to another account ([not-allowed](/problems/not-allowed)). */
        AccountSuspendedOrInsufficientScopeOrNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description This account is suspended ([account-suspended](/problems/account-suspended)). Or: This service takes no new accounts ([sign-up-closed](/problems/sign-up-closed)). */
        AccountSuspendedOrSignUpClosed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The signature does not fit ([bad-signature](/problems/bad-signature)). Or: The request cannot be read ([malformed-request](/problems/malformed-request)). */
        BadSignatureOrMalformedRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A page of another site sent this request ([cross-site-request](/problems/cross-site-request)). */
        CrossSiteRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A page of another site sent this request ([cross-site-request](/problems/cross-site-request)). Or: The access token does not allow this request ([insufficient-scope](/problems/insufficient-scope)). */
        CrossSiteRequestOrInsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description An export is under way ([export-under-way](/problems/export-under-way)). */
        ExportUnderWay: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many of your files have failed today ([failed-run-limit-reached](/problems/failed-run-limit-reached)). Or: Too many requests ([too-many-requests](/problems/too-many-requests)). Or: Too many of your uploads are under way ([upload-limit-reached](/problems/upload-limit-reached)). Or: Too many of your files wait to be read ([waiting-limit-reached](/problems/waiting-limit-reached)). */
        FailedRunLimitReachedOrTooManyRequestsOrUploadLimitReachedOrWaitingLimitReached: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The requested file was removed ([gone](/problems/gone)). */
        Gone: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The access token does not allow this request ([insufficient-scope](/problems/insufficient-scope)). */
        InsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong on our side ([internal-error](/problems/internal-error)). */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The input is not valid ([invalid-input](/problems/invalid-input)). */
        InvalidInput: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The access token is not valid ([invalid-token](/problems/invalid-token)). */
        InvalidToken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The access token is not valid ([invalid-token](/problems/invalid-token)). Or: Sign in first ([sign-in-required](/problems/sign-in-required)). */
        InvalidTokenOrSignInRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The log-in was refused ([log-in-refused](/problems/log-in-refused)). */
        LogInRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request cannot be read ([malformed-request](/problems/malformed-request)). */
        MalformedRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Open this address as a page ([navigation-required](/problems/navigation-required)). */
        NavigationRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many new accounts from your address today ([new-account-limit-reached](/problems/new-account-limit-reached)). Or: Too many requests ([too-many-requests](/problems/too-many-requests)). */
        NewAccountLimitReachedOrTooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Nothing is here ([not-found](/problems/not-found)). */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests of the same kind wait ([overloaded](/problems/overloaded)). Or: The service does not answer for the moment ([store-unavailable](/problems/store-unavailable)). Or: All connections are taken ([too-many-connections](/problems/too-many-connections)). Or: The service could not finish the request in time ([try-again](/problems/try-again)). */
        OverloadedOrStoreUnavailableOrTooManyConnectionsOrTryAgain: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is too large ([payload-too-large](/problems/payload-too-large)). */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is too large ([payload-too-large](/problems/payload-too-large)). Or: Your stored files are too large ([storage-full](/problems/storage-full)). */
        PayloadTooLargeOrStorageFull: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The sign-in provider does not answer ([provider-unavailable](/problems/provider-unavailable)). Or: The service does not answer for the moment ([store-unavailable](/problems/store-unavailable)). Or: All connections are taken ([too-many-connections](/problems/too-many-connections)). Or: The service could not finish the request in time ([try-again](/problems/try-again)). */
        ProviderUnavailableOrStoreUnavailableOrTooManyConnectionsOrTryAgain: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request arrived too slowly ([request-timeout](/problems/request-timeout)). */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The run limit of your tier is reached ([run-limit-reached](/problems/run-limit-reached)). */
        RunLimitReached: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service does not answer for the moment ([store-unavailable](/problems/store-unavailable)). Or: All connections are taken ([too-many-connections](/problems/too-many-connections)). Or: The service could not finish the request in time ([try-again](/problems/try-again)). */
        StoreUnavailableOrTooManyConnectionsOrTryAgain: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service does not answer for the moment ([store-unavailable](/problems/store-unavailable)). Or: The service could not finish the request in time ([try-again](/problems/try-again)). */
        StoreUnavailableOrTryAgain: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The account has too many access tokens ([token-limit-reached](/problems/token-limit-reached)). */
        TokenLimitReached: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests ([too-many-requests](/problems/too-many-requests)). */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests ([too-many-requests](/problems/too-many-requests)). Or: Too many of your uploads are under way ([upload-limit-reached](/problems/upload-limit-reached)). */
        TooManyRequestsOrUploadLimitReached: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body has the wrong content type ([unsupported-media-type](/problems/unsupported-media-type)). */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description 1 to 255 visible ASCII characters that name the request. Sent again with the same key within 24 hours, it gets the first answer and counts nothing twice. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of the request, also in logs. A client may give its own by the same header.
         * @example 0b6f1c1e-8f0e-4d77-9f3c-3f1e1b8f2a55
         */
        RequestId: string;
        /**
         * @description What is left of the rate limit: `r` requests in the next `t` seconds (draft-ietf-httpapi-ratelimit-headers-10).
         * @example "reads";r=2999;t=60
         */
        RateLimit: string;
        /**
         * @description The rate limit that counts the request: `q` requests in `w` seconds.
         * @example "reads";q=3000;w=60
         */
        RateLimitPolicy: string;
        /**
         * @description The number of seconds after which the request may succeed if it is sent again.
         * @example 1
         */
        RetryAfter: number;
        /**
         * @description Which credentials the service accepts besides the cookie.
         * @example Bearer
         */
        Challenge: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    postLoginDev: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Quiet tower"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /**
                     * @description The name of the account's tier, which limits the runs of a month.
                     * @enum {string}
                     */
                    tier?: "free" | "plus" | "pro" | "unlimited";
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Sets or ends the cookie `session`, or the cookie of a log-in that has begun.
                     * @example session=hR2v…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax
                     */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "account_id": "0f2b8a52",
                     *         "name": "Quiet tower",
                     *         "tier": "free"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The signed-in account. */
                        account: {
                            account_id: string;
                            name: string;
                            /** @description The name of the account's tier, which limits the runs of a month. */
                            tier: string;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            403: components["responses"]["AccountSuspendedOrCrossSiteRequestOrSignUpClosed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["AccountBeingDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "name": "Quiet tower",
                     *           "kind": "oidc",
                     *           "proofs": [
                     *             "id_token"
                     *           ],
                     *           "redirect_url": "https://bench.example/login/github",
                     *           "start_url": "https://bench.example/login/github/start",
                     *           "login_url": "https://bench.example/login/github"
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: {
                            name: string;
                            /** @enum {string} */
                            kind: "oidc" | "github" | "dev";
                            /** @description The kinds of proof by which a person can sign in; the body of a POST to login_url has one proof */
                            proofs: ("id_token" | "code" | "name")[];
                            /** @description The address that a browser opens to sign in; null = browsers cannot sign in this way */
                            redirect_url: string | null;
                            /** @description The address at which a program begins its log-in; null = no start is needed */
                            start_url: string | null;
                            /**
                             * Format: uri
                             * @description The address to which a program sends the proof
                             */
                            login_url: string;
                        }[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    postLoginProviderStart: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of a sign-in provider.
                 * @example github
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Sets or ends the cookie `session`, or the cookie of a log-in that has begun.
                     * @example session=hR2v…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax
                     */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "nonce": "n-0S6_WzA2Mj-7Jd2u9vJb4cQhKxLrT3yPwE8sZfXaM",
                     *       "state": "s-9T5_XyB3Nk-8Ke3v0wKc5dRiLyMsU4zQxF9tAgYbN",
                     *       "authorization_endpoint": "https://accounts.example/authorize",
                     *       "client_id": "pc-benchmarks",
                     *       "scope": "openid",
                     *       "code_challenge_method": "S256",
                     *       "redirect_uris": [
                     *         "com.example.app:/signed-in"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description A random text that the app sends to the provider, and that comes back in the ID token. */
                        nonce: string;
                        /** @description A random text that goes to the provider and comes back; it belongs to the browser or app that began the log-in. */
                        state: string;
                        /**
                         * Format: uri
                         * @description The address at which the provider asks people to sign in.
                         */
                        authorization_endpoint: string;
                        /** @description The id by which the provider knows this service. */
                        client_id: string;
                        /** @description The OAuth scopes that the app requests from the provider. */
                        scope: string;
                        /**
                         * @description How PKCE (RFC 7636) hashes the verifier.
                         * @constant
                         */
                        code_challenge_method: "S256";
                        /** @description The addresses of apps to which the provider may send people back. */
                        redirect_uris: string[];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ProviderUnavailableOrStoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getLoginProvider: {
        parameters: {
            query?: {
                /** @description The path on this service to which the browser returns after the log-in. */
                return_to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a sign-in provider.
                 * @example github
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browser goes on to the address in Location. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description The address of the created resource, or the address to which the client should go.
                     * @example https://bench.example/builds/1
                     */
                    Location: string;
                    /**
                     * @description Sets or ends the cookie `session`, or the cookie of a log-in that has begun.
                     * @example session=hR2v…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax
                     */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            403: components["responses"]["NavigationRequired"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ProviderUnavailableOrStoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    postLoginProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of a sign-in provider.
                 * @example github
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description The ID token of the provider; the service accepts each ID token once. */
                    id_token?: string;
                    /** @description Of a failed run: the kind of the reason, for programs. Of a log-in: the authorization code of the provider. */
                    code?: string;
                    /** @description The verifier of PKCE (RFC 7636). */
                    code_verifier?: string;
                    /** @description The address to which the provider has sent the code. */
                    redirect_uri?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Sets or ends the cookie `session`, or the cookie of a log-in that has begun.
                     * @example session=hR2v…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax
                     */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "account_id": "0f2b8a52",
                     *         "name": "Quiet tower",
                     *         "tier": "free"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The signed-in account. */
                        account: {
                            account_id: string;
                            name: string;
                            /** @description The name of the account's tier, which limits the runs of a month. */
                            tier: string;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["LogInRefused"];
            403: components["responses"]["AccountSuspendedOrCrossSiteRequestOrSignUpClosed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["AccountBeingDeleted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["NewAccountLimitReachedOrTooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ProviderUnavailableOrStoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getLoginProviderCallback: {
        parameters: {
            query?: {
                /** @description Of a failed run: the kind of the reason, for programs. Of a log-in: the authorization code of the provider. */
                code?: string;
                /** @description A random text that goes to the provider and comes back; it belongs to the browser or app that began the log-in. */
                state?: string;
                error?: string;
                /** @description The issuer that the provider names (RFC 9207). */
                iss?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a sign-in provider.
                 * @example github
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browser goes on to the address in Location. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description The address of the created resource, or the address to which the client should go.
                     * @example https://bench.example/builds/1
                     */
                    Location: string;
                    /**
                     * @description Sets or ends the cookie `session`, or the cookie of a log-in that has begun.
                     * @example session=hR2v…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax
                     */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["LogInRefused"];
            403: components["responses"]["AccountSuspendedOrSignUpClosed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AccountBeingDeleted"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["NewAccountLimitReachedOrTooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ProviderUnavailableOrStoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    postLogout: {
        parameters: {
            query?: {
                /** @description In the query of a log-out: true ends all sessions of the account. In a standing: the rank among all comparable builds; null = fewer than five. */
                all?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Sets or ends the cookie `session`, or the cookie of a log-in that has begun.
                     * @example session=hR2v…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax
                     */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["CrossSiteRequestOrInsufficientScope"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "account_id": "0f2b8a52",
                     *         "name": "Quiet tower",
                     *         "tier": "free"
                     *       },
                     *       "usage": {
                     *         "period": "2026-11",
                     *         "used": 12,
                     *         "limit": 20,
                     *         "resets_at": "2026-12-01T00:00:00.000Z"
                     *       },
                     *       "budgets": {
                     *         "failed_runs": {
                     *           "used": 12,
                     *           "limit": 20,
                     *           "resets_at": "2026-12-01T00:00:00.000Z"
                     *         },
                     *         "waiting_runs": {
                     *           "used": 12,
                     *           "limit": 20
                     *         },
                     *         "kept_bytes": {
                     *           "used": 12,
                     *           "limit": 20
                     *         },
                     *         "uploads": {
                     *           "used": 12,
                     *           "limit": 20
                     *         }
                     *       },
                     *       "billing_url": "https://buy.stripe.com/28o14u?client_reference_id=0f2b8a52_9f86d081884c7d659a2feaa0c55ad015",
                     *       "billing_portal_url": "https://billing.stripe.com/p/login/28o14u"
                     *     }
                     */
                    "application/json": {
                        /** @description The signed-in account. */
                        account: {
                            account_id: string;
                            name: string;
                            /** @description The name of the account's tier, which limits the runs of a month. */
                            tier: string;
                        };
                        /** @description How many runs the account has used in the month, and how many its tier allows. */
                        usage: {
                            /** @description The calendar month (UTC) whose runs are counted. */
                            period: string;
                            /** @description How many runs were submitted in the period */
                            used: number;
                            /** @description The maximum number of runs in the period; null = unlimited */
                            limit: number | null;
                            /**
                             * Format: date-time
                             * @description When the count begins again at 0, in UTC.
                             */
                            resets_at: string;
                        };
                        /** @description The budgets, which limit the cost of the account's files, and how much of each budget is used. */
                        budgets: {
                            /** @description Runs of the account that have failed today (UTC). */
                            failed_runs: {
                                /** @description How many runs that have failed today (UTC) the account has */
                                used: number;
                                /** @description How many runs that have failed today (UTC) the account may have */
                                limit: number;
                                /**
                                 * Format: date-time
                                 * @description When the count begins again at 0, in UTC.
                                 */
                                resets_at: string;
                            };
                            /** @description Files of the account that no worker has read yet. */
                            waiting_runs: {
                                /** @description How many files that are not read yet the account has */
                                used: number;
                                /** @description How many files that are not read yet the account may have */
                                limit: number;
                            };
                            /** @description Bytes of the account's stored files. */
                            kept_bytes: {
                                /** @description How many bytes of stored files the account has */
                                used: number;
                                /** @description How many bytes of stored files the account may have */
                                limit: number;
                            };
                            /** @description Submissions of the account whose files the service is receiving. */
                            uploads: {
                                /** @description How many submissions with files that are being received the account has */
                                used: number;
                                /** @description How many submissions with files that are being received the account may have */
                                limit: number;
                            };
                        };
                        /**
                         * Format: uri
                         * @description The page on which the account's owner pays for a tier; absent where the operator has set none.
                         */
                        billing_url?: string;
                        /**
                         * Format: uri
                         * @description The page on which the account's owner changes or ends the paid subscription; absent where the operator has set none, and for an account that has never paid.
                         */
                        billing_portal_url?: string;
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrInsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    deleteMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Sets or ends the cookie `session`, or the cookie of a log-in that has begun.
                     * @example session=hR2v…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax
                     */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["CrossSiteRequestOrInsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    patchMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Quiet tower"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "account_id": "0f2b8a52",
                     *         "name": "Quiet tower",
                     *         "tier": "free"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The signed-in account. */
                        account: {
                            account_id: string;
                            name: string;
                            /** @description The name of the account's tier, which limits the runs of a month. */
                            tier: string;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrCrossSiteRequestOrInsufficientScope"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getMeExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description The name under which a browser saves the file.
                     * @example attachment; filename="capture.csv"
                     */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["ExportUnderWay"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getMeSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "session_id": "5b1e7c9d",
                     *           "device": "Firefox on Windows",
                     *           "created_at": "2026-11-21T18:04:05.000Z",
                     *           "expires_at": "2026-11-21T18:04:05.000Z",
                     *           "is_current": true
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: {
                            session_id: string;
                            /** @description The browser and the system, or the program, that began the session; null if the service could not tell. */
                            device: string | null;
                            /**
                             * Format: date-time
                             * @description When the build, run, session or token was made, in UTC.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When the session or the token ends, in UTC.
                             */
                            expires_at: string;
                            /** @description Whether the request was sent with this session. */
                            is_current: boolean;
                        }[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrInsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    deleteMeSessionsSessionId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 5b1e7c9d */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrCrossSiteRequestOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getMeTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "token_id": "c0ffee12",
                     *           "name": "Quiet tower",
                     *           "scopes": [
                     *             "read"
                     *           ],
                     *           "created_at": "2026-11-21T18:04:05.000Z",
                     *           "expires_at": "2026-11-21T18:04:05.000Z",
                     *           "last_used_at": "2026-11-21T18:04:05.000Z"
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: {
                            token_id: string;
                            name: string;
                            /** @description The rights of the token: read allows to read the data of its account, submit to submit, change and delete. */
                            scopes: ("read" | "submit")[];
                            /**
                             * Format: date-time
                             * @description When the build, run, session or token was made, in UTC.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When the session or the token ends, in UTC.
                             */
                            expires_at: string;
                            /** @description When the token was used last, in UTC; null = never. */
                            last_used_at: string | null;
                        }[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrInsufficientScope"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    postMeTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Quiet tower",
                 *       "scopes": [
                 *         "read"
                 *       ]
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description The rights of the token: read allows to read the data of its account, submit to submit, change and delete. */
                    scopes: ("read" | "submit")[];
                    /** @description After how many days the token ends. */
                    expires_in_days?: number;
                };
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "pcb_Zm9vYmFyYmF6cXV4",
                     *       "access_token": {
                     *         "token_id": "c0ffee12",
                     *         "name": "Quiet tower",
                     *         "scopes": [
                     *           "read"
                     *         ],
                     *         "created_at": "2026-11-21T18:04:05.000Z",
                     *         "expires_at": "2026-11-21T18:04:05.000Z",
                     *         "last_used_at": "2026-11-21T18:04:05.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The personal access token, which only this answer shows. */
                        token: string;
                        /** @description A personal access token, without its secret text. */
                        access_token: {
                            token_id: string;
                            name: string;
                            /** @description The rights of the token: read allows to read the data of its account, submit to submit, change and delete. */
                            scopes: ("read" | "submit")[];
                            /**
                             * Format: date-time
                             * @description When the build, run, session or token was made, in UTC.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When the session or the token ends, in UTC.
                             */
                            expires_at: string;
                            /** @description When the token was used last, in UTC; null = never. */
                            last_used_at: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrCrossSiteRequestOrInsufficientScope"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TokenLimitReached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    deleteMeTokensTokenId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example c0ffee12 */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrCrossSiteRequestOrInsufficientScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    postBillingStripe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "customer.subscription.updated"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The kind of event.
                     * @example customer.subscription.updated
                     */
                    type: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The account has the tier that its owner pays for. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadSignatureOrMalformedRequest"];
            403: components["responses"]["CrossSiteRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBuilds: {
        parameters: {
            query?: {
                /** @description Which page of the list, from 1. */
                page?: number;
                /** @description How many entries a page has */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "build_id": 1,
                     *           "name": "Quiet tower",
                     *           "owner": {
                     *             "account_id": "0f2b8a52",
                     *             "name": "Quiet tower"
                     *           },
                     *           "hidden": {
                     *             "reason": "Far above the results of the same hardware."
                     *           },
                     *           "parts": {
                     *             "cpu": {
                     *               "kind": "cpu",
                     *               "id": 1,
                     *               "make": "AMD",
                     *               "model": "Ryzen 7 5800X",
                     *               "url_slug": "amd-ryzen-7-5800x"
                     *             },
                     *             "gpu": {
                     *               "kind": "gpu",
                     *               "id": 1,
                     *               "make": "AMD",
                     *               "model": "Ryzen 7 5800X",
                     *               "url_slug": "amd-ryzen-7-5800x"
                     *             },
                     *             "ram": {
                     *               "kind": "ram",
                     *               "id": 1,
                     *               "make": "AMD",
                     *               "model": "Ryzen 7 5800X",
                     *               "url_slug": "amd-ryzen-7-5800x"
                     *             },
                     *             "motherboard": {
                     *               "kind": "motherboard",
                     *               "id": 1,
                     *               "make": "AMD",
                     *               "model": "Ryzen 7 5800X",
                     *               "url_slug": "amd-ryzen-7-5800x"
                     *             }
                     *           },
                     *           "created_at": "2026-11-21T18:04:05.000Z"
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: components["schemas"]["Build"][];
                        /** @description How many entries the list has on all pages */
                        total: number;
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrInsufficientScope"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    postBuilds: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters that name the request. Sent again with the same key within 24 hours, it gets the first answer and counts nothing twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Quiet tower"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description What the owner says about the build: plain text with line breaks, at most 1000 characters; an empty text = nothing */
                    description?: string;
                    /** @description The parts of the build by their kind; in a request the ids of the parts. */
                    parts?: {
                        /** @description The id of a product of this kind; of a CPU its cpuid */
                        cpu?: number;
                        /** @description The id of a product of this kind; of a CPU its cpuid */
                        gpu?: number;
                        /** @description The id of a product of this kind; of a CPU its cpuid */
                        ram?: number;
                        /** @description The id of a product of this kind; of a CPU its cpuid */
                        motherboard?: number;
                    };
                };
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description The address of the created resource, or the address to which the client should go.
                     * @example https://bench.example/builds/1
                     */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "build": {
                     *         "build_id": 1,
                     *         "name": "Quiet tower",
                     *         "owner": {
                     *           "account_id": "0f2b8a52",
                     *           "name": "Quiet tower"
                     *         },
                     *         "hidden": {
                     *           "reason": "Far above the results of the same hardware."
                     *         },
                     *         "parts": {
                     *           "cpu": {
                     *             "kind": "cpu",
                     *             "id": 1,
                     *             "make": "AMD",
                     *             "model": "Ryzen 7 5800X",
                     *             "url_slug": "amd-ryzen-7-5800x"
                     *           },
                     *           "gpu": {
                     *             "kind": "gpu",
                     *             "id": 1,
                     *             "make": "AMD",
                     *             "model": "Ryzen 7 5800X",
                     *             "url_slug": "amd-ryzen-7-5800x"
                     *           },
                     *           "ram": {
                     *             "kind": "ram",
                     *             "id": 1,
                     *             "make": "AMD",
                     *             "model": "Ryzen 7 5800X",
                     *             "url_slug": "amd-ryzen-7-5800x"
                     *           },
                     *           "motherboard": {
                     *             "kind": "motherboard",
                     *             "id": 1,
                     *             "make": "AMD",
                     *             "model": "Ryzen 7 5800X",
                     *             "url_slug": "amd-ryzen-7-5800x"
                     *           }
                     *         },
                     *         "created_at": "2026-11-21T18:04:05.000Z",
                     *         "description": "Undervolted, side panel closed.\nFor games at 1440p.",
                     *         "compatibility": [
                     *           {
                     *             "parts": [
                     *               "cpu",
                     *               "cpu"
                     *             ],
                     *             "code": "socket",
                     *             "detail": "Expected a name, found nothing."
                     *           }
                     *         ],
                     *         "price": {
                     *           "total": 1,
                     *           "currency": "USD",
                     *           "known": 2,
                     *           "of": 3,
                     *           "oldest_date": "2026-03-01",
                     *           "old": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A computer with its parts and results. */
                        build: components["schemas"]["CheckedBuild"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrCrossSiteRequestOrInsufficientScope"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBuildsBuildId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                build_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "benchmark_id": 15,
                     *           "benchmark": {
                     *             "id": 1,
                     *             "name": "Quiet tower",
                     *             "unit": "points"
                     *           },
                     *           "name": "Quiet tower",
                     *           "variant": "cyberpunk2077",
                     *           "unit": "points",
                     *           "higher_is_better": true,
                     *           "runs": 3,
                     *           "unranked_runs": 0,
                     *           "best": 15310,
                     *           "mean": 15275,
                     *           "stdev": 49.5,
                     *           "latest": {
                     *             "run_id": "7f4df3a4",
                     *             "score": 15240,
                     *             "created_at": "2026-11-21T18:04:05.000Z"
                     *           },
                     *           "standing": {
                     *             "all": {
                     *               "builds": 106,
                     *               "rank": 18,
                     *               "better_than_percent": 83,
                     *               "median": 14470,
                     *               "p10": 11020,
                     *               "p90": 19644
                     *             },
                     *             "same_cpu": {
                     *               "builds": 106,
                     *               "rank": 18,
                     *               "better_than_percent": 83,
                     *               "median": 14470,
                     *               "p10": 11020,
                     *               "p90": 19644
                     *             },
                     *             "same_gpu": {
                     *               "builds": 106,
                     *               "rank": 18,
                     *               "better_than_percent": 83,
                     *               "median": 14470,
                     *               "p10": 11020,
                     *               "p90": 19644
                     *             },
                     *             "same_cpu_and_gpu": {
                     *               "builds": 106,
                     *               "rank": 18,
                     *               "better_than_percent": 83,
                     *               "median": 14470,
                     *               "p10": 11020,
                     *               "p90": 19644
                     *             },
                     *             "settings_mixed": true,
                     *             "run_id": "7f4df3a4",
                     *             "score": 15240
                     *           }
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "build": {
                     *         "build_id": 1,
                     *         "name": "Quiet tower",
                     *         "owner": {
                     *           "account_id": "0f2b8a52",
                     *           "name": "Quiet tower"
                     *         },
                     *         "hidden": {
                     *           "reason": "Far above the results of the same hardware."
                     *         },
                     *         "parts": {
                     *           "cpu": {
                     *             "kind": "cpu",
                     *             "id": 1,
                     *             "make": "AMD",
                     *             "model": "Ryzen 7 5800X",
                     *             "url_slug": "amd-ryzen-7-5800x"
                     *           },
                     *           "gpu": {
                     *             "kind": "gpu",
                     *             "id": 1,
                     *             "make": "AMD",
                     *             "model": "Ryzen 7 5800X",
                     *             "url_slug": "amd-ryzen-7-5800x"
                     *           },
                     *           "ram": {
                     *             "kind": "ram",
                     *             "id": 1,
                     *             "make": "AMD",
                     *             "model": "Ryzen 7 5800X",
                     *             "url_slug": "amd-ryzen-7-5800x"
                     *           },
                     *           "motherboard": {
                     *             "kind": "motherboard",
                     *             "id": 1,
                     *             "make": "AMD",
                     *             "model": "Ryzen 7 5800X",
                     *             "url_slug": "amd-ryzen-7-5800x"
                     *           }
                     *         },
                     *         "created_at": "2026-11-21T18:04:05.000Z",
                     *         "description": "Undervolted, side panel closed.\nFor games at 1440p.",
                     *         "compatibility": [
                     *           {
                     *             "parts": [
                     *               "cpu",
                     *               "cpu"
                     *             ],
                     *             "code": "socket",
                     *             "detail": "Expected a name, found nothing."
                     *           }
                     *         ],
                     *         "price": {
                     *           "total": 1,
                     *           "currency": "USD",
                     *           "known": 2,
                     *           "of": 3,
                     *           "oldest_date": "2026-03-01",
                     *           "old": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: {
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The benchmark; in a query its id. */
                            benchmark: components["schemas"]["BenchmarkSummary"];
                            /** @description The name of the benchmark, as in `benchmark` */
                            name: string;
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /** @description The unit of the scores, as in `benchmark` */
                            unit: string;
                            /** @description Whether a higher value is better. */
                            higher_is_better: boolean;
                            /** @description How many complete runs are summarised; several runs of one file count once */
                            runs: number;
                            /** @description How many of `runs` are unranked, and so do not count in `best`, `mean` and `stdev` */
                            unranked_runs: number;
                            /** @description The score in the unit of the benchmark; null = all runs are unranked */
                            best: number | null;
                            /** @description The score in the unit of the benchmark; null = all runs are unranked */
                            mean: number | null;
                            /** @description The standard deviation of the sample, in the unit of the scores; null = fewer than two runs. */
                            stdev: number | null;
                            /** @description The newest complete run, whether it is ranked or not. */
                            latest: {
                                run_id: string;
                                /** @description A score in the unit of the benchmark */
                                score: number;
                                /**
                                 * Format: date-time
                                 * @description When the build, run, session or token was made, in UTC.
                                 */
                                created_at: string;
                            };
                            /** @description The ranks of the score among comparable scores; null = the run is not ranked, absent = the ranks are unavailable for now. */
                            standing?: {
                                /** @description In the query of a log-out: true ends all sessions of the account. In a standing: the rank among all comparable builds; null = fewer than five. */
                                all: components["schemas"]["Cohort"] | null;
                                /** @description The rank among the builds with the same processor model; null = fewer than five. */
                                same_cpu: components["schemas"]["Cohort"] | null;
                                /** @description The rank among the builds with the same graphics chip; null = fewer than five. */
                                same_gpu: components["schemas"]["Cohort"] | null;
                                /** @description The rank among the builds with the same processor model and the same graphics chip; null = fewer than five. */
                                same_cpu_and_gpu: components["schemas"]["Cohort"] | null;
                                /**
                                 * @description Present where results of a game with different resolutions and presets are compared.
                                 * @constant
                                 */
                                settings_mixed?: true;
                                run_id: string;
                                /** @description A score in the unit of the benchmark */
                                score: number;
                            } | null;
                        }[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /** @description A computer with its parts and results. */
                        build: components["schemas"]["CheckedBuild"];
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    deleteBuildsBuildId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                build_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrCrossSiteRequestOrInsufficientScopeOrNotAllowed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    patchBuildsBuildId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                build_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Quiet tower",
                 *       "parts": {
                 *         "gpu": 2,
                 *         "ram": null
                 *       }
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** @description What the owner says about the build: plain text with line breaks, at most 1000 characters; an empty text = nothing */
                    description?: string;
                    /** @description The new parts by their kind; a kind that is left out keeps its part, and null removes the part */
                    parts?: {
                        /** @description A processor; in a request its id or, in fits, its url_slug. */
                        cpu?: number | null;
                        /** @description A graphics card; in a request its id or, in fits, its url_slug. */
                        gpu?: number | null;
                        /** @description Memory; in a request its id or, in fits, its url_slug. */
                        ram?: number | null;
                        /** @description A motherboard; in a request its id or, in fits, its url_slug. */
                        motherboard?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "build": {
                     *         "build_id": 1,
                     *         "name": "Quiet tower",
                     *         "owner": {
                     *           "account_id": "0f2b8a52",
                     *           "name": "Quiet tower"
                     *         },
                     *         "hidden": {
                     *           "reason": "Far above the results of the same hardware."
                     *         },
                     *         "parts": {
                     *           "cpu": {
                     *             "kind": "cpu",
                     *             "id": 1,
                     *             "make": "AMD",
                     *             "model": "Ryzen 7 5800X",
                     *             "url_slug": "amd-ryzen-7-5800x"
                     *           },
                     *           "gpu": {
                     *             "kind": "gpu",
                     *             "id": 1,
                     *             "make": "AMD",
                     *             "model": "Ryzen 7 5800X",
                     *             "url_slug": "amd-ryzen-7-5800x"
                     *           },
                     *           "ram": {
                     *             "kind": "ram",
                     *             "id": 1,
                     *             "make": "AMD",
                     *             "model": "Ryzen 7 5800X",
                     *             "url_slug": "amd-ryzen-7-5800x"
                     *           },
                     *           "motherboard": {
                     *             "kind": "motherboard",
                     *             "id": 1,
                     *             "make": "AMD",
                     *             "model": "Ryzen 7 5800X",
                     *             "url_slug": "amd-ryzen-7-5800x"
                     *           }
                     *         },
                     *         "created_at": "2026-11-21T18:04:05.000Z",
                     *         "description": "Undervolted, side panel closed.\nFor games at 1440p.",
                     *         "compatibility": [
                     *           {
                     *             "parts": [
                     *               "cpu",
                     *               "cpu"
                     *             ],
                     *             "code": "socket",
                     *             "detail": "Expected a name, found nothing."
                     *           }
                     *         ],
                     *         "price": {
                     *           "total": 1,
                     *           "currency": "USD",
                     *           "known": 2,
                     *           "of": 3,
                     *           "oldest_date": "2026-03-01",
                     *           "old": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A computer with its parts and results. */
                        build: components["schemas"]["CheckedBuild"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrCrossSiteRequestOrInsufficientScopeOrNotAllowed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBenchmarksTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": 1,
                     *           "name": "Quiet tower",
                     *           "unit": "points",
                     *           "kind": "score",
                     *           "file_required": true,
                     *           "file_format": "3dmark-xml",
                     *           "higher_is_better": true
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "types": [
                     *         {
                     *           "id": 1,
                     *           "name": "Quiet tower",
                     *           "unit": "points",
                     *           "kind": "score",
                     *           "file_required": true,
                     *           "file_format": "3dmark-xml",
                     *           "higher_is_better": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: {
                            id: number;
                            name: string;
                            /** @description The unit of scores, and of their means, medians and percentiles */
                            unit: string;
                            /** @enum {string} */
                            kind: "score" | "file";
                            /** @description Whether the results of the benchmark are read from files. */
                            file_required: boolean;
                            /** @description The format of the files that the benchmark takes; null = the benchmark takes no files. */
                            file_format: ("3dmark-xml" | "frame-csv") | null;
                            /** @description Whether a higher value is better. */
                            higher_is_better: boolean;
                        }[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /**
                         * @deprecated
                         * @description The same as `results`, for clients that were written before every list had results and total
                         */
                        types: {
                            id: number;
                            name: string;
                            /** @description The unit of scores, and of their means, medians and percentiles */
                            unit: string;
                            /** @enum {string} */
                            kind: "score" | "file";
                            /** @description Whether the results of the benchmark are read from files. */
                            file_required: boolean;
                            /** @description The format of the files that the benchmark takes; null = the benchmark takes no files. */
                            file_format: ("3dmark-xml" | "frame-csv") | null;
                            /** @description Whether a higher value is better. */
                            higher_is_better: boolean;
                        }[];
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    postBenchmarksAdd: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters that name the request. Sent again with the same key within 24 hours, it gets the first answer and counts nothing twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "build_id": 1,
                 *       "benchmarks": {
                 *         "id": 15,
                 *         "runs": [
                 *           15240,
                 *           15310
                 *         ]
                 *       },
                 *       "files": []
                 *     }
                 */
                "multipart/form-data": {
                    /** @example 1 */
                    build_id: number;
                    /**
                     * @description As JSON: the id of the benchmark, the scores of a typed-in benchmark, and further details of the runs.
                     * @example {
                     *       "id": 15,
                     *       "runs": [
                     *         15240,
                     *         15310
                     *       ]
                     *     }
                     */
                    benchmarks: {
                        id: number;
                        /** @description The typed-in scores, each one run, in the unit of the benchmark. Not used where the benchmark takes files */
                        runs?: number[];
                        /** @description Further benchmarks to read from the same files, such as [17, 18] beside id 7: each gives every file one more run */
                        also?: number[];
                        /** @description The executable of the game; null = the file names none. */
                        application?: string;
                        /** @description The number of a recording in a file with several recordings, from 1. */
                        recording?: number;
                        /** @description The title of the game, where the file names none or a name of several games; an empty text is none */
                        game?: string;
                        /** @description The test to read from a 3DMark export that contains several tests, such as Time Spy */
                        test?: string;
                        /** @description A text that distinguishes the run from the submitter's other runs, at most 60 characters; empty = no label */
                        label?: string;
                        /** @description The settings under which the benchmark ran; everybody can read them. */
                        settings?: {
                            /** @description The resolution in pixels; null = unknown. */
                            resolution?: string;
                            /** @description The preset of the game's settings. */
                            preset?: string;
                            /** @description The graphics interface; null = unknown. */
                            api?: string;
                            /** @description The version of the graphics driver; null = unknown. */
                            driver?: string;
                            /** @description The operating system; null = unknown. */
                            os?: string;
                            /** @description Free text. */
                            notes?: string;
                        };
                    };
                    /**
                     * @description Result files, up to 10 of at most 100 MiB each; each file becomes a run.
                     * @example []
                     */
                    files?: string[];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description The address of the created resource, or the address to which the client should go.
                     * @example https://bench.example/builds/1
                     */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Benchmark added successfully",
                     *       "build_id": 1,
                     *       "benchmark_id": 16,
                     *       "benchmark": {
                     *         "id": 16,
                     *         "name": "Game benchmark",
                     *         "unit": "fps"
                     *       },
                     *       "runs": [
                     *         {
                     *           "run_id": "7f4df3a4",
                     *           "benchmark_id": 16,
                     *           "benchmark": {
                     *             "id": 16,
                     *             "name": "Game benchmark",
                     *             "unit": "fps"
                     *           },
                     *           "sequence": 1,
                     *           "status": "queued",
                     *           "score": null,
                     *           "file": {
                     *             "format": "frame-csv",
                     *             "bytes": 48213,
                     *             "name": "capture.csv",
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           },
                     *           "url": "https://bench.example/benchmarks/runs/7f4df3a4"
                     *         }
                     *       ],
                     *       "usage": {
                     *         "period": "2026-11",
                     *         "used": 12,
                     *         "limit": 100,
                     *         "resets_at": "2026-12-01T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description What the service has done, as a sentence.
                         * @constant
                         */
                        message: "Benchmark added successfully";
                        build_id: number;
                        /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                        benchmark_id: number;
                        /** @description The benchmark; in a query its id. */
                        benchmark: components["schemas"]["BenchmarkSummary"];
                        /** @description The runs of the submission. */
                        runs: {
                            run_id: string;
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The benchmark; in a query its id. */
                            benchmark: components["schemas"]["BenchmarkSummary"];
                            /** @description The place of the run in its submission, from 1 */
                            sequence: number;
                            /**
                             * @description Of a run: how far the service has read its file. Of a process: whether it can serve requests.
                             * @enum {string}
                             */
                            status: "queued" | "processing" | "complete" | "failed";
                            /** @description The score in the unit of the benchmark; null = the run has no result */
                            score: number | null;
                            /** @description The file of the run; null = the score was typed in */
                            file: {
                                format: ("3dmark-xml" | "frame-csv") | null;
                                /** @description The size of the file. */
                                bytes: number;
                                /**
                                 * @description true = the service no longer stores the file.
                                 * @constant
                                 */
                                is_removed?: true;
                                /** @description The name of the file, which only the submitter sees */
                                name?: string;
                                /** @description The SHA-256 of the file, which only the submitter sees */
                                sha256?: string;
                            } | null;
                            /**
                             * Format: uri
                             * @description The address at which the run can be read.
                             */
                            url: string;
                        }[];
                        /** @description How many runs the account has used in the month, and how many its tier allows. */
                        usage: {
                            /** @description The calendar month (UTC) whose runs are counted. */
                            period: string;
                            /** @description How many runs were submitted in the period */
                            used: number;
                            /** @description The maximum number of runs in the period; null = unlimited */
                            limit: number | null;
                            /**
                             * Format: date-time
                             * @description When the count begins again at 0, in UTC.
                             */
                            resets_at: string;
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            402: components["responses"]["RunLimitReached"];
            403: components["responses"]["AccountSuspendedOrCrossSiteRequestOrInsufficientScopeOrNotAllowed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLargeOrStorageFull"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["FailedRunLimitReachedOrTooManyRequestsOrUploadLimitReachedOrWaitingLimitReached"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBenchmarksRunsRunId: {
        parameters: {
            query?: {
                /** @description How many seconds to wait until the run is complete or failed. */
                wait?: number;
            };
            header?: never;
            path: {
                /** @example 7f4df3a4 */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "7f4df3a4",
                     *       "sequence": 1,
                     *       "build_id": 1,
                     *       "build": {
                     *         "build_id": 1,
                     *         "name": "Quiet tower",
                     *         "owner": {
                     *           "account_id": "0f2b8a52",
                     *           "name": "ada"
                     *         }
                     *       },
                     *       "benchmark_id": 16,
                     *       "benchmark": {
                     *         "id": 16,
                     *         "name": "Game benchmark",
                     *         "unit": "fps"
                     *       },
                     *       "variant": "harbour",
                     *       "title": "harbour.exe",
                     *       "label": null,
                     *       "game": null,
                     *       "status": "complete",
                     *       "score": 108.9,
                     *       "unit": "fps",
                     *       "metrics": {
                     *         "average_fps": 108.9,
                     *         "median_fps": 110.2,
                     *         "p5_fps": 95.4,
                     *         "p1_fps": 84.6,
                     *         "p0_1_fps": 70.3,
                     *         "low_1_fps": 78.1,
                     *         "low_0_1_fps": 66.5,
                     *         "min_fps": 64.1,
                     *         "max_fps": 166.5,
                     *         "stdev_ms": 0.9,
                     *         "stutter_percent": 0,
                     *         "time_below_30_fps_percent": 0,
                     *         "time_below_60_fps_percent": 0,
                     *         "gpu_limited_percent": 91.5,
                     *         "fps_per_watt": 0.69,
                     *         "frames": 1200,
                     *         "samples": null,
                     *         "dropped_frames": 8,
                     *         "generated_frames": 0,
                     *         "displayed_average_fps": null,
                     *         "duration_s": 11.02,
                     *         "tool": "PresentMon",
                     *         "application": "harbour.exe"
                     *       },
                     *       "channels": [
                     *         {
                     *           "name": "gpu_power_w",
                     *           "unit": "W",
                     *           "samples": 1200,
                     *           "min": 96.1,
                     *           "mean": 158.3,
                     *           "p5": 131.7,
                     *           "p95": 171.2,
                     *           "max": 174.9
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "unranked": null,
                     *       "recorded_on": null,
                     *       "file": {
                     *         "format": "frame-csv",
                     *         "bytes": 48213,
                     *         "name": "capture.csv",
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *       },
                     *       "error": null,
                     *       "reader_version": 8,
                     *       "created_at": "2026-11-21T18:04:05.000Z",
                     *       "completed_at": "2026-11-21T18:04:06.500Z",
                     *       "url": "https://bench.example/benchmarks/runs/7f4df3a4",
                     *       "standing": {
                     *         "all": {
                     *           "builds": 106,
                     *           "rank": 18,
                     *           "better_than_percent": 83,
                     *           "median": 96.2,
                     *           "p10": 61.7,
                     *           "p90": 141.3
                     *         },
                     *         "same_cpu": null,
                     *         "same_gpu": null,
                     *         "same_cpu_and_gpu": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    deleteBenchmarksRunsRunId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 7f4df3a4 */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrCrossSiteRequestOrInsufficientScopeOrNotAllowed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    patchBenchmarksRunsRunId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 7f4df3a4 */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "fans at 60 %",
                 *       "settings": {
                 *         "preset": "Ultra",
                 *         "notes": ""
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description A text that distinguishes the run from the submitter's other runs, at most 60 characters; empty = no label */
                    label?: string;
                    /** @description The title of the game, where the file names none or a name of several games; an empty text is none */
                    game?: string;
                    /** @description The settings to change: a setting that is left out stays unchanged, and an empty text removes the setting */
                    settings?: {
                        /** @description The resolution in pixels; null = unknown. */
                        resolution?: string;
                        /** @description The preset of the game's settings. */
                        preset?: string;
                        /** @description The graphics interface; null = unknown. */
                        api?: string;
                        /** @description The version of the graphics driver; null = unknown. */
                        driver?: string;
                        /** @description The operating system; null = unknown. */
                        os?: string;
                        /** @description Free text. */
                        notes?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "7f4df3a4",
                     *       "sequence": 1,
                     *       "build_id": 1,
                     *       "build": {
                     *         "build_id": 1,
                     *         "name": "Quiet tower",
                     *         "owner": {
                     *           "account_id": "0f2b8a52",
                     *           "name": "ada"
                     *         }
                     *       },
                     *       "benchmark_id": 16,
                     *       "benchmark": {
                     *         "id": 16,
                     *         "name": "Game benchmark",
                     *         "unit": "fps"
                     *       },
                     *       "variant": "harbour",
                     *       "title": "harbour.exe",
                     *       "label": null,
                     *       "game": null,
                     *       "status": "complete",
                     *       "score": 108.9,
                     *       "unit": "fps",
                     *       "metrics": {
                     *         "average_fps": 108.9,
                     *         "median_fps": 110.2,
                     *         "p5_fps": 95.4,
                     *         "p1_fps": 84.6,
                     *         "p0_1_fps": 70.3,
                     *         "low_1_fps": 78.1,
                     *         "low_0_1_fps": 66.5,
                     *         "min_fps": 64.1,
                     *         "max_fps": 166.5,
                     *         "stdev_ms": 0.9,
                     *         "stutter_percent": 0,
                     *         "time_below_30_fps_percent": 0,
                     *         "time_below_60_fps_percent": 0,
                     *         "gpu_limited_percent": 91.5,
                     *         "fps_per_watt": 0.69,
                     *         "frames": 1200,
                     *         "samples": null,
                     *         "dropped_frames": 8,
                     *         "generated_frames": 0,
                     *         "displayed_average_fps": null,
                     *         "duration_s": 11.02,
                     *         "tool": "PresentMon",
                     *         "application": "harbour.exe"
                     *       },
                     *       "channels": [
                     *         {
                     *           "name": "gpu_power_w",
                     *           "unit": "W",
                     *           "samples": 1200,
                     *           "min": 96.1,
                     *           "mean": 158.3,
                     *           "p5": 131.7,
                     *           "p95": 171.2,
                     *           "max": 174.9
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "unranked": null,
                     *       "recorded_on": null,
                     *       "file": {
                     *         "format": "frame-csv",
                     *         "bytes": 48213,
                     *         "name": "capture.csv",
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *       },
                     *       "error": null,
                     *       "reader_version": 8,
                     *       "created_at": "2026-11-21T18:04:05.000Z",
                     *       "completed_at": "2026-11-21T18:04:06.500Z",
                     *       "url": "https://bench.example/benchmarks/runs/7f4df3a4",
                     *       "standing": {
                     *         "all": {
                     *           "builds": 106,
                     *           "rank": 18,
                     *           "better_than_percent": 83,
                     *           "median": 96.2,
                     *           "p10": 61.7,
                     *           "p90": 141.3
                     *         },
                     *         "same_cpu": null,
                     *         "same_gpu": null,
                     *         "same_cpu_and_gpu": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrCrossSiteRequestOrInsufficientScopeOrNotAllowed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBuildsBuildIdRuns: {
        parameters: {
            query?: {
                /** @description Which page of the list, from 1. */
                page?: number;
                /** @description How many entries a page has */
                limit?: number;
                /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                benchmark_id?: number;
            };
            header?: never;
            path: {
                /** @example 1 */
                build_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "run_id": "7f4df3a4",
                     *           "benchmark_id": 15,
                     *           "benchmark": {
                     *             "id": 1,
                     *             "name": "Quiet tower",
                     *             "unit": "points"
                     *           },
                     *           "sequence": 1,
                     *           "status": "queued",
                     *           "score": 15240,
                     *           "file": {
                     *             "format": "frame-csv",
                     *             "bytes": 48213,
                     *             "is_removed": true,
                     *             "name": "Quiet tower",
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *           },
                     *           "url": "https://bench.example/benchmarks/runs/7f4df3a4",
                     *           "build_id": 1,
                     *           "build": {
                     *             "build_id": 1,
                     *             "name": "Quiet tower",
                     *             "owner": {
                     *               "account_id": "0f2b8a52",
                     *               "name": "Quiet tower"
                     *             },
                     *             "hidden": {
                     *               "reason": "Far above the results of the same hardware."
                     *             }
                     *           },
                     *           "variant": "cyberpunk2077",
                     *           "title": "Cyberpunk 2077",
                     *           "label": "fans at 60 %",
                     *           "game": "Zelda",
                     *           "unit": "points",
                     *           "metrics": {
                     *             "average_fps": 1,
                     *             "median_fps": 1,
                     *             "p5_fps": 1,
                     *             "p1_fps": 1,
                     *             "p0_1_fps": 1,
                     *             "low_1_fps": 1,
                     *             "low_0_1_fps": 1,
                     *             "min_fps": 1,
                     *             "max_fps": 1,
                     *             "stdev_ms": 1,
                     *             "stutter_percent": 1,
                     *             "time_below_30_fps_percent": 1,
                     *             "time_below_60_fps_percent": 1,
                     *             "gpu_limited_percent": 1,
                     *             "fps_per_watt": 1,
                     *             "frames": 5400,
                     *             "samples": 0,
                     *             "dropped_frames": 3,
                     *             "generated_frames": 0,
                     *             "displayed_average_fps": 1,
                     *             "duration_s": 1,
                     *             "tool": "PresentMon",
                     *             "application": "harbour.exe",
                     *             "tool_average_fps": 1,
                     *             "tool_min_fps": 1,
                     *             "tool_max_fps": 1,
                     *             "tool_p97_fps": 1,
                     *             "tool_p10_fps": 1,
                     *             "tool_p5_fps": 1,
                     *             "tool_p1_fps": 1,
                     *             "tool_p0_1_fps": 1,
                     *             "tool_low_1_fps": 1,
                     *             "tool_low_0_1_fps": 1,
                     *             "tool_low_1_integral_fps": 1,
                     *             "tool_low_0_1_integral_fps": 1,
                     *             "tool_p95_frame_time_ms": 1,
                     *             "tool_p99_frame_time_ms": 1,
                     *             "tool_p99_9_frame_time_ms": 1
                     *           },
                     *           "channels": [
                     *             {
                     *               "name": "gpu_load_percent",
                     *               "unit": "points",
                     *               "samples": 1,
                     *               "min": 4,
                     *               "mean": 15275,
                     *               "p5": 1,
                     *               "p95": 1,
                     *               "max": 16
                     *             }
                     *           ],
                     *           "warnings": [
                     *             "warnings"
                     *           ],
                     *           "hidden": {
                     *             "reason": "Far above the results of the same hardware."
                     *           },
                     *           "unranked": {
                     *             "code": "implausible",
                     *             "reason": "Far above the results of the same hardware."
                     *           },
                     *           "settings": {
                     *             "resolution": "2560x1440",
                     *             "preset": "Ultra",
                     *             "api": "Vulkan",
                     *             "driver": "566.14",
                     *             "os": "Windows 11",
                     *             "notes": "Side panel open"
                     *           },
                     *           "recording": 1,
                     *           "recorded_on": {
                     *             "processor": "AMD Ryzen 7 5800X 8-Core Processor",
                     *             "gpu": null,
                     *             "ram": null,
                     *             "motherboard": null,
                     *             "os": "Windows 11",
                     *             "driver": "566.14",
                     *             "resolution": "2560x1440",
                     *             "api": "Vulkan"
                     *           },
                     *           "error": null,
                     *           "reader_version": 1,
                     *           "created_at": "2026-11-21T18:04:05.000Z",
                     *           "completed_at": "2026-11-21T18:04:05.000Z"
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: components["schemas"]["ListedRun"][];
                        /** @description How many entries the list has on all pages */
                        total: number;
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["AccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBenchmarksRunsRunIdFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 7f4df3a4 */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description The name under which a browser saves the file.
                     * @example attachment; filename="capture.csv"
                     */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrInsufficientScopeOrNotAllowed"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    postBenchmarksInspect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "files": [
                 *         "files"
                 *       ]
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * @description The files to inspect, up to 10 of at most 100 MiB each
                     * @example [
                     *       "files"
                     *     ]
                     */
                    files: string[];
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "name": "capture.csv",
                     *           "format": "frame-csv",
                     *           "tool": "PresentMon",
                     *           "benchmark_ids": [
                     *             16
                     *           ],
                     *           "recordings": [
                     *             {
                     *               "application": "Cyberpunk2077.exe",
                     *               "title": "Cyberpunk 2077",
                     *               "frames": 5400,
                     *               "duration_s": 60.02
                     *             }
                     *           ],
                     *           "tests": [],
                     *           "settings": {
                     *             "resolution": null,
                     *             "preset": null,
                     *             "api": null,
                     *             "driver": null,
                     *             "os": null,
                     *             "notes": null
                     *           },
                     *           "hardware": {
                     *             "cpu": null,
                     *             "gpu": null,
                     *             "ram": null,
                     *             "motherboard": null
                     *           },
                     *           "fits": true,
                     *           "detail": null
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: {
                            /** @description The name of the file */
                            name: string;
                            format: ("3dmark-xml" | "frame-csv") | null;
                            /** @description The capture tool; null for an export of 3DMark, or if unknown */
                            tool: string | null;
                            /** @description The benchmarks for which the file can be submitted */
                            benchmark_ids: number[];
                            /** @description The recordings of a capture. If the file has several, `recording` in `benchmarks` chooses by the place in this list, from 1 */
                            recordings: {
                                /** @description The program whose frames were captured; null = unknown */
                                application: string | null;
                                /** @description The title of the game; null = unknown, or many games share the name of the program */
                                title: string | null;
                                /** @description How many frames the capture has. */
                                frames: number | null;
                                /** @description How long the capture lasts, in seconds; null = unknown. */
                                duration_s: number | null;
                            }[];
                            /** @description The tests of an export of 3DMark, of which `test` in `benchmarks` chooses one */
                            tests: string[];
                            /** @description The settings that the file names */
                            settings: {
                                /** @description The resolution in pixels; null = unknown. */
                                resolution: string | null;
                                /** @description The preset of the game's settings. */
                                preset: string | null;
                                /** @description The graphics interface; null = unknown. */
                                api: string | null;
                                /** @description The version of the graphics driver; null = unknown. */
                                driver: string | null;
                                /** @description The operating system; null = unknown. */
                                os: string | null;
                                /** @description Free text. */
                                notes: string | null;
                            };
                            /** @description The hardware that the file names */
                            hardware: {
                                /** @description A processor; in a request its id or, in fits, its url_slug. */
                                cpu: string | null;
                                /** @description A graphics card; in a request its id or, in fits, its url_slug. */
                                gpu: string | null;
                                /** @description Memory; in a request its id or, in fits, its url_slug. */
                                ram: string | null;
                                /** @description A motherboard; in a request its id or, in fits, its url_slug. */
                                motherboard: string | null;
                            };
                            /** @description False if a submission of the file would give no result */
                            fits: boolean;
                            /** @description Why the file does not fit, or the warnings that its result would have */
                            detail: string | null;
                        }[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidTokenOrSignInRequired"];
            403: components["responses"]["AccountSuspendedOrCrossSiteRequestOrInsufficientScope"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequestsOrUploadLimitReached"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrStoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBenchmarksRunsRunIdFrames: {
        parameters: {
            query?: {
                /** @description In an answer: pairs of the seconds since the first frame and a frame time in milliseconds. In a query: how many pairs. */
                points?: number;
                /** @description The names of channels of the run, with commas between them */
                channels?: string;
            };
            header?: never;
            path: {
                /** @example 7f4df3a4 */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "7f4df3a4",
                     *       "unit": "ms",
                     *       "frames": 5400,
                     *       "points": [
                     *         [
                     *           0.0167,
                     *           16.7
                     *         ],
                     *         [
                     *           0.0336,
                     *           16.9
                     *         ]
                     *       ],
                     *       "dropped": {
                     *         "frames": 5400,
                     *         "times_s": [
                     *           0
                     *         ]
                     *       },
                     *       "channels": [
                     *         {
                     *           "name": "gpu_load_percent",
                     *           "unit": "points",
                     *           "values": [
                     *             1
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        run_id: string;
                        /**
                         * @description The unit of the figures or frame times in the same object.
                         * @constant
                         */
                        unit: "ms";
                        /** @description How many frames the capture has. */
                        frames: number;
                        /** @description In an answer: pairs of the seconds since the first frame and a frame time in milliseconds. In a query: how many pairs. */
                        points: [
                            number,
                            number
                        ][];
                        dropped: {
                            /** @description How many frames were never displayed */
                            frames: number;
                            times_s: number[];
                        } | null;
                        /** @description The requested channels; absent if none is requested */
                        channels?: {
                            /** @enum {string} */
                            name: "gpu_load_percent" | "gpu_temperature_c" | "gpu_power_w" | "gpu_clock_mhz" | "gpu_memory_clock_mhz" | "vram_used_mb" | "cpu_load_percent" | "cpu_temperature_c" | "cpu_power_w" | "cpu_clock_mhz" | "ram_used_mb" | "gpu_busy_ms" | "cpu_busy_ms" | "display_latency_ms" | "click_to_photon_ms" | "battery_percent";
                            /** @description The unit of the channel */
                            unit: string;
                            /** @description The figure of each compared build, run or product. */
                            values: (number | null)[];
                        }[];
                    };
                    "text/csv": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrStoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBenchmarksRunsRunIdChartSvg: {
        parameters: {
            query?: {
                /** @description What the chart shows: the frame times or the frame rate over time, the histogram of the frame times, the frame times by percentile, or the channels: other values, such as temperatures, that the file recorded over time */
                view?: "frame_times" | "fps" | "histogram" | "percentiles" | "channels";
                /** @description The width of the chart in pixels of CSS */
                width?: number;
                /** @description The height of the chart in pixels of CSS; a chart of channels is higher, if its panels need more height */
                height?: number;
                /** @description The colours of the picture; auto follows the colour scheme of the reader's system. */
                theme?: "auto" | "light" | "dark";
            };
            header?: never;
            path: {
                /** @example 7f4df3a4 */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrStoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBenchmarksRunsRunIdPreviewSvg: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 7f4df3a4 */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBenchmarksRunsRunIdPreviewPng: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 7f4df3a4 */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrStoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBuildsBuildIdPreviewSvg: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                build_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBuildsBuildIdPreviewPng: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                build_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrStoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getCompare: {
        parameters: {
            query?: {
                /** @description The ids of two to eight builds, with commas between them */
                builds?: string;
                /** @description The ids of two to eight runs, with commas between them */
                runs?: string;
                /** @description The names of two to four products of one kind, with commas between them: <kind>/<url_slug>, or chip/<slug> */
                products?: string;
                /** @description The id of the build or run, or the name of the product, to which the others are compared; by default the first one */
                baseline?: string;
                format?: "json" | "csv" | "markdown";
                /** @description Which page of the list, from 1. */
                page?: number;
                /** @description How many benchmarks a page has */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "benchmark_id": 15,
                     *           "benchmark": {
                     *             "id": 1,
                     *             "name": "Quiet tower",
                     *             "unit": "points"
                     *           },
                     *           "variant": "cyberpunk2077",
                     *           "title": "Cyberpunk 2077",
                     *           "resolution": "2560x1440",
                     *           "preset": "Ultra",
                     *           "settings_differ": true,
                     *           "same_file": true,
                     *           "score": {
                     *             "figure": "score",
                     *             "unit": "points",
                     *             "higher_is_better": true,
                     *             "values": [
                     *               {
                     *                 "build_id": 1,
                     *                 "run_id": "7f4df3a4",
                     *                 "runs": 3,
                     *                 "unranked_runs": 0,
                     *                 "best": 15310,
                     *                 "mean": 15275,
                     *                 "stdev": 49.5,
                     *                 "difference": {
                     *                   "percent": 3.2,
                     *                   "interval": {
                     *                     "low_percent": 2.4,
                     *                     "high_percent": 4
                     *                   },
                     *                   "verdict": "faster"
                     *                 }
                     *               }
                     *             ]
                     *           },
                     *           "metrics": [
                     *             {
                     *               "figure": "score",
                     *               "unit": "points",
                     *               "higher_is_better": true,
                     *               "values": [
                     *                 {
                     *                   "build_id": 1,
                     *                   "run_id": "7f4df3a4",
                     *                   "runs": 3,
                     *                   "unranked_runs": 0,
                     *                   "best": 15310,
                     *                   "mean": 15275,
                     *                   "stdev": 49.5,
                     *                   "difference": {
                     *                     "percent": 3.2,
                     *                     "interval": {
                     *                       "low_percent": 2.4,
                     *                       "high_percent": 4
                     *                     },
                     *                     "verdict": "faster"
                     *                   }
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "captures": [
                     *             {
                     *               "build_id": 1,
                     *               "run_id": "7f4df3a4"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "compared": [
                     *         {
                     *           "build_id": 1,
                     *           "name": "Quiet tower",
                     *           "owner": {
                     *             "account_id": "0f2b8a52",
                     *             "name": "Quiet tower"
                     *           },
                     *           "parts": {
                     *             "cpu": {
                     *               "kind": "cpu",
                     *               "id": 1,
                     *               "make": "AMD",
                     *               "model": "Ryzen 7 5800X",
                     *               "url_slug": "amd-ryzen-7-5800x"
                     *             },
                     *             "gpu": {
                     *               "kind": "gpu",
                     *               "id": 1,
                     *               "make": "AMD",
                     *               "model": "Ryzen 7 5800X",
                     *               "url_slug": "amd-ryzen-7-5800x"
                     *             },
                     *             "ram": {
                     *               "kind": "ram",
                     *               "id": 1,
                     *               "make": "AMD",
                     *               "model": "Ryzen 7 5800X",
                     *               "url_slug": "amd-ryzen-7-5800x"
                     *             },
                     *             "motherboard": {
                     *               "kind": "motherboard",
                     *               "id": 1,
                     *               "make": "AMD",
                     *               "model": "Ryzen 7 5800X",
                     *               "url_slug": "amd-ryzen-7-5800x"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "only_in_one": {
                     *         "results": [
                     *           {
                     *             "build_id": 1,
                     *             "run_id": "7f4df3a4",
                     *             "benchmark_id": 15,
                     *             "benchmark": {
                     *               "id": 1,
                     *               "name": "Quiet tower",
                     *               "unit": "points"
                     *             },
                     *             "variant": "cyberpunk2077",
                     *             "title": "Cyberpunk 2077",
                     *             "resolution": "2560x1440",
                     *             "preset": "Ultra",
                     *             "settings_differ": true,
                     *             "runs": 3
                     *           }
                     *         ],
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: {
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The benchmark; in a query its id. */
                            benchmark: components["schemas"]["BenchmarkSummary"];
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /** @description The name of the variant for people: the title of the game, or the test; null = the variant has no name. */
                            title: string | null;
                            /** @description The setting of a game with which the results were measured; absent = unknown, or no game */
                            resolution?: string;
                            /** @description The setting of a game with which the results were measured; absent = unknown, or no game */
                            preset?: string;
                            /**
                             * @description Present where results of a game have different resolutions or presets, so that no difference is computed between them.
                             * @constant
                             */
                            settings_differ?: true;
                            /**
                             * @description Present where two of the compared builds or runs have results of the same file.
                             * @constant
                             */
                            same_file?: true;
                            /** @description The score in the unit of the benchmark; null = not known yet. */
                            score: {
                                /** @description The name of the compared figure. */
                                figure: string;
                                /** @description The unit of the figures or frame times in the same object. */
                                unit: string;
                                /** @description Whether a higher value is better; null = neither is better */
                                higher_is_better: boolean | null;
                                /** @description The figure of each compared build, run or product. */
                                values: {
                                    build_id?: number;
                                    run_id?: string;
                                    /** @description How many runs count in the figure */
                                    runs: number;
                                    /** @description How many runs are unranked, and so count in no figure of the comparison */
                                    unranked_runs?: number;
                                    /** @description In the `unit` of the compared figure */
                                    best: number | null;
                                    /** @description In the `unit` of the compared figure */
                                    mean: number | null;
                                    /** @description In the `unit` of the compared figure */
                                    stdev: number | null;
                                    /** @description The difference from the baseline or, if it lacks the figure, from the first entry with the figure; null = this is that entry, or the difference is unknown. */
                                    difference: {
                                        percent: number;
                                        /** @description The 95 % confidence interval of the difference, in percent; null = too few runs, or a lower end of −100 % or less. */
                                        interval: {
                                            low_percent: number;
                                            high_percent: number;
                                        } | null;
                                        /** @description Whether the difference is statistically significant, and in which direction; null = unknown. */
                                        verdict: ("faster" | "slower" | "steadier" | "less steady" | "more efficient" | "less efficient" | "no real difference" | "too few runs to tell") | null;
                                    } | null;
                                }[];
                            };
                            /** @description The figures that the service read from the file, frame rates in fps; null = not read yet, or a typed-in score. */
                            metrics: {
                                /** @description The name of the compared figure. */
                                figure: string;
                                /** @description The unit of the figures or frame times in the same object. */
                                unit: string;
                                /** @description Whether a higher value is better; null = neither is better */
                                higher_is_better: boolean | null;
                                /** @description The figure of each compared build, run or product. */
                                values: {
                                    build_id?: number;
                                    run_id?: string;
                                    /** @description How many runs count in the figure */
                                    runs: number;
                                    /** @description How many runs are unranked, and so count in no figure of the comparison */
                                    unranked_runs?: number;
                                    /** @description In the `unit` of the compared figure */
                                    best: number | null;
                                    /** @description In the `unit` of the compared figure */
                                    mean: number | null;
                                    /** @description In the `unit` of the compared figure */
                                    stdev: number | null;
                                    /** @description The difference from the baseline or, if it lacks the figure, from the first entry with the figure; null = this is that entry, or the difference is unknown. */
                                    difference: {
                                        percent: number;
                                        /** @description The 95 % confidence interval of the difference, in percent; null = too few runs, or a lower end of −100 % or less. */
                                        interval: {
                                            low_percent: number;
                                            high_percent: number;
                                        } | null;
                                        /** @description Whether the difference is statistically significant, and in which direction; null = unknown. */
                                        verdict: ("faster" | "slower" | "steadier" | "less steady" | "more efficient" | "less efficient" | "no real difference" | "too few runs to tell") | null;
                                    } | null;
                                }[];
                            }[];
                            /** @description The runs whose frame times GET /compare/chart.svg can draw over each other: each compared run with frame times, or the best of the newest runs of each compared build */
                            captures: {
                                build_id: number;
                                run_id: string;
                            }[];
                        }[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /** @description The compared builds, runs or products; differences are from the baseline, by default the first entry. */
                        compared: ({
                            build_id: number;
                            name: string;
                            /** @description The account that owns the build; null = the build has no owner. */
                            owner: {
                                account_id: string;
                                name: string;
                            } | null;
                            /** @description The parts of the build by their kind; in a request the ids of the parts. */
                            parts: {
                                /** @description A processor; in a request its id or, in fits, its url_slug. */
                                cpu?: {
                                    /** @constant */
                                    kind: "cpu";
                                    /** @description The id of the product within its kind; of a CPU its cpuid */
                                    id: number;
                                    /** @description The maker of the product. */
                                    make: string;
                                    model: string;
                                    /** @description The address of the product is /products/<kind>/<url_slug> */
                                    url_slug: string;
                                };
                                /** @description A graphics card; in a request its id or, in fits, its url_slug. */
                                gpu?: {
                                    /** @constant */
                                    kind: "gpu";
                                    /** @description The id of the product within its kind; of a CPU its cpuid */
                                    id: number;
                                    /** @description The maker of the product. */
                                    make: string;
                                    model: string;
                                    /** @description The address of the product is /products/<kind>/<url_slug> */
                                    url_slug: string;
                                };
                                /** @description Memory; in a request its id or, in fits, its url_slug. */
                                ram?: {
                                    /** @constant */
                                    kind: "ram";
                                    /** @description The id of the product within its kind; of a CPU its cpuid */
                                    id: number;
                                    /** @description The maker of the product. */
                                    make: string;
                                    model: string;
                                    /** @description The address of the product is /products/<kind>/<url_slug> */
                                    url_slug: string;
                                };
                                /** @description A motherboard; in a request its id or, in fits, its url_slug. */
                                motherboard?: {
                                    /** @constant */
                                    kind: "motherboard";
                                    /** @description The id of the product within its kind; of a CPU its cpuid */
                                    id: number;
                                    /** @description The maker of the product. */
                                    make: string;
                                    model: string;
                                    /** @description The address of the product is /products/<kind>/<url_slug> */
                                    url_slug: string;
                                };
                            };
                        } | {
                            run_id: string;
                            /** @description The place of the run in its submission, from 1 */
                            sequence: number;
                            build_id: number;
                            /** @description A computer with its parts and results. */
                            build: components["schemas"]["BuildSummary"];
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The benchmark; in a query its id. */
                            benchmark: components["schemas"]["BenchmarkSummary"];
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /** @description The name of the variant for people: the title of the game, or the test; null = the variant has no name. */
                            title: string | null;
                            /** @description The score in the unit of the benchmark; null = the run has no result */
                            score: number | null;
                            /** @description The text by which the submitter distinguishes the run from other runs; null = no label. */
                            label: string | null;
                            /**
                             * Format: date-time
                             * @description When the build, run, session or token was made, in UTC.
                             */
                            created_at: string;
                            /** @description Why the result is not ranked; null = the result may be ranked. */
                            unranked: {
                                /**
                                 * @description `implausible`: The reader doubts the figures, or doubts that the figures are those of a game. `outlier`: The score lies too far from the scores of comparable results. `rejected`: A reviewer has rejected the result. `clock_contradicts`: The clock of the file and the sum of the frame times differ by more than 5 %. `rows_left_out`: Rows without a usable frame time took more than 1 % of the time by the clock of the file, or are more than 1 % of the rows if their time is unknown; in a log of samples, more than 5 % of the time has no frame rate. `too_short`: The capture is shorter than 10 s, or has fewer than 300 frames.
                                 * @enum {string}
                                 */
                                code: "implausible" | "outlier" | "rejected" | "clock_contradicts" | "rows_left_out" | "too_short";
                                /** @description Why the result is unranked, in plain words. */
                                reason: string;
                            } | null;
                            /** @description The setting of a game with which the results were measured; absent = unknown, or no game */
                            resolution?: string;
                            /** @description The setting of a game with which the results were measured; absent = unknown, or no game */
                            preset?: string;
                            /** @description The parts of the build by their kind; in a request the ids of the parts. */
                            parts: {
                                /** @description A processor; in a request its id or, in fits, its url_slug. */
                                cpu?: {
                                    /** @constant */
                                    kind: "cpu";
                                    /** @description The id of the product within its kind; of a CPU its cpuid */
                                    id: number;
                                    /** @description The maker of the product. */
                                    make: string;
                                    model: string;
                                    /** @description The address of the product is /products/<kind>/<url_slug> */
                                    url_slug: string;
                                };
                                /** @description A graphics card; in a request its id or, in fits, its url_slug. */
                                gpu?: {
                                    /** @constant */
                                    kind: "gpu";
                                    /** @description The id of the product within its kind; of a CPU its cpuid */
                                    id: number;
                                    /** @description The maker of the product. */
                                    make: string;
                                    model: string;
                                    /** @description The address of the product is /products/<kind>/<url_slug> */
                                    url_slug: string;
                                };
                                /** @description Memory; in a request its id or, in fits, its url_slug. */
                                ram?: {
                                    /** @constant */
                                    kind: "ram";
                                    /** @description The id of the product within its kind; of a CPU its cpuid */
                                    id: number;
                                    /** @description The maker of the product. */
                                    make: string;
                                    model: string;
                                    /** @description The address of the product is /products/<kind>/<url_slug> */
                                    url_slug: string;
                                };
                                /** @description A motherboard; in a request its id or, in fits, its url_slug. */
                                motherboard?: {
                                    /** @constant */
                                    kind: "motherboard";
                                    /** @description The id of the product within its kind; of a CPU its cpuid */
                                    id: number;
                                    /** @description The maker of the product. */
                                    make: string;
                                    model: string;
                                    /** @description The address of the product is /products/<kind>/<url_slug> */
                                    url_slug: string;
                                };
                            };
                        })[];
                        /** @description The benchmarks and variants that only one of the compared builds or runs has. */
                        only_in_one: {
                            /** @description The first 200 benchmarks and variants */
                            results: {
                                build_id?: number;
                                run_id?: string;
                                /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                                benchmark_id: number;
                                /** @description The benchmark; in a query its id. */
                                benchmark: components["schemas"]["BenchmarkSummary"];
                                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                                variant: string | null;
                                /** @description The name of the variant for people: the title of the game, or the test; null = the variant has no name. */
                                title: string | null;
                                /** @description The setting of a game with which the results were measured; absent = unknown, or no game */
                                resolution?: string;
                                /** @description The setting of a game with which the results were measured; absent = unknown, or no game */
                                preset?: string;
                                /**
                                 * @description Present where results of a game have different resolutions or presets, so that no difference is computed between them.
                                 * @constant
                                 */
                                settings_differ?: true;
                                /** @description How many runs have this benchmark and variant */
                                runs: number;
                            }[];
                            /** @description How many entries the list has on all pages */
                            total: number;
                        };
                    } | {
                        /** @description The entries of this page. */
                        results: {
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The benchmark; in a query its id. */
                            benchmark: components["schemas"]["BenchmarkSummary"];
                            /** @description Whether a higher value is better. */
                            higher_is_better: boolean;
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /** @description The name of the variant for people: the title of the game, or the test; null = the variant has no name. */
                            title: string | null;
                            /**
                             * @description Present where results of a game have different resolutions or presets, so that no difference is computed between them.
                             * @constant
                             */
                            settings_differ?: true;
                            /**
                             * @description The product to which the others are compared: the requested one, or the first one with a median; null = the medians are not compared
                             * @example cpu/amd-ryzen-7-5800x
                             */
                            baseline: string | null;
                            /** @description The figure of each compared build, run or product. */
                            values: {
                                /** @description The product as the query names it, by its kind, a slash and its slug; a chip by chip/ and its slug. */
                                product: string;
                                /** @description The setting of a game with which the results were measured; absent = unknown, or no game */
                                resolution?: string;
                                /** @description The setting of a game with which the results were measured; absent = unknown, or no game */
                                preset?: string;
                                /**
                                 * @description Present where results of a game with different resolutions and presets are compared.
                                 * @constant
                                 */
                                settings_mixed?: true;
                                /** @description How many builds with the product have a result */
                                builds: number;
                                /** @description The median of the scores, in the unit of the benchmark. */
                                median: number | null;
                                /** @description The 10th percentile of the scores, in the unit of the benchmark. */
                                p10: number | null;
                                /** @description The 90th percentile of the scores, in the unit of the benchmark. */
                                p90: number | null;
                                /** @description The median per USD; null = the median or the price is unknown, the price is old, or the medians are not compared */
                                value: number | null;
                                /** @description The difference of the median from that of the baseline, in percent; null = this is the baseline, or the medians are not comparable */
                                difference_percent: number | null;
                            }[];
                        }[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        kind: string;
                        /** @description The compared builds, runs or products; differences are from the baseline, by default the first entry. */
                        compared: {
                            /** @description The product as the query names it, by its kind, a slash and its slug; a chip by chip/ and its slug. */
                            product: string;
                            /** @example AMD Ryzen 7 5800X */
                            name: string;
                            /** @description The slug of the chip with its memory size, as which graphics cards are compared: /products/chip/<chip>; null = not known yet. */
                            chip: string | null;
                            /** @description The price in USD; null = unknown. */
                            price: number | null;
                            /** @description The day on which the product had the price; null = unknown. */
                            price_date: string | null;
                            /** @description Whether the price is older than the operator allows, by default a year; null = no price or no day. */
                            price_is_old: boolean | null;
                        }[];
                        /** @description The facts that are known of at least one of the products. */
                        facts: {
                            /** @description The name of the fact in the record of a product. */
                            fact: string;
                            /**
                             * @description The name of the fact for people
                             * @example Cores
                             */
                            label: string;
                            /** @description The unit of the figures or frame times in the same object. */
                            unit: string | null;
                            /** @description Whether at least two of the products are known to differ in the fact. */
                            differs: boolean;
                            /** @description The figure of each compared build, run or product. */
                            values: ((string | number | boolean | string[]) | null)[];
                        }[];
                    };
                    "text/csv": string;
                    "text/markdown": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrStoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getCompareChartSvg: {
        parameters: {
            query?: {
                /** @description The ids of two to eight runs, with commas between them */
                runs?: string;
                kind?: "frame-times" | "distribution";
                /** @description The width of the picture in pixels */
                width?: number;
                /** @description The colours of the picture; auto follows the colour scheme of the reader's system. */
                theme?: "auto" | "light" | "dark";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrStoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getComparePreviewSvg: {
        parameters: {
            query?: {
                /** @description The ids of two to eight builds, with commas between them */
                builds?: string;
                /** @description The ids of two to eight runs, with commas between them */
                runs?: string;
                /** @description The names of two to four products of one kind, with commas between them: <kind>/<url_slug>, or chip/<slug> */
                products?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrStoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getComparePreviewPng: {
        parameters: {
            query?: {
                /** @description The ids of two to eight builds, with commas between them */
                builds?: string;
                /** @description The ids of two to eight runs, with commas between them */
                runs?: string;
                /** @description The names of two to four products of one kind, with commas between them: <kind>/<url_slug>, or chip/<slug> */
                products?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrStoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProducts: {
        parameters: {
            query?: {
                /** @description Which page of the list, from 1. */
                page?: string;
                /** @description The maximum number of entries on a page of the list. */
                limit?: string;
                /** @description Whether every word of the query is searched as typed, so that no word is understood as a filter. */
                literal?: "true" | "false";
                /** @description The text to search for, as people type it. */
                query?: string;
                /** @description The same as query. A request has only one of query, q and search. */
                q?: string;
                /** @description The same as query. A request has only one of query, q and search. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "kind": "cpu",
                     *           "id": 1,
                     *           "make": "AMD",
                     *           "model": "Ryzen 7 5800X",
                     *           "url_slug": "amd-ryzen-7-5800x",
                     *           "cpuid": 1,
                     *           "cores": 8,
                     *           "threads": 16,
                     *           "base_clock": 3800,
                     *           "socket": "AM4",
                     *           "ram_types": [
                     *             "DDR4"
                     *           ],
                     *           "price": 299.99,
                     *           "price_date": "2026-11-02",
                     *           "boost_clock": 4700,
                     *           "l3_cache_mb": 32,
                     *           "series": "Ryzen 5000",
                     *           "microarchitecture": "Zen 3",
                     *           "core_family": "Vermeer",
                     *           "tdp_w": 105,
                     *           "integrated_graphics": true,
                     *           "ecc": true,
                     *           "part_numbers": [
                     *             "100-100000063WOF"
                     *           ],
                     *           "price_is_old": false,
                     *           "scores": [
                     *             {
                     *               "benchmark_id": 15,
                     *               "variant": "cyberpunk2077",
                     *               "median": 14470,
                     *               "builds": 106,
                     *               "settings_mixed": true
                     *             }
                     *           ],
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "kinds": [
                     *         {
                     *           "kind": "cpu",
                     *           "total": 1
                     *         }
                     *       ],
                     *       "approximate": true,
                     *       "understood": [
                     *         {
                     *           "words": "under 300",
                     *           "field": "max_price",
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "ignored_words": [
                     *         "cheap"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: (components["schemas"]["Product_cpu"] | components["schemas"]["Product_gpu"] | components["schemas"]["Product_ram"] | components["schemas"]["Product_motherboard"])[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        kinds: {
                            kind: string;
                            /** @description How many products of the kind match */
                            total: number;
                        }[];
                        /**
                         * @description Present if the first result is not certainly the product that the query names, because it lacks a typed number, line, maker or size: the results are then the products with the most similar names
                         * @constant
                         */
                        approximate?: true;
                        /** @description The words of the query that were understood as filters, which all results pass; absent = none. */
                        understood?: {
                            /** @description Words of the query, as they were typed. */
                            words: string;
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value of the field; if the field is a list, one entry of the list
                             * @example 300
                             */
                            value: number | string;
                        }[];
                        /** @description The words of the query that had no part in the search; absent = none. */
                        ignored_words?: string[];
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsCpu: {
        parameters: {
            query?: {
                /** @description Which page of the list, from 1. */
                page?: string;
                /** @description The maximum number of entries on a page of the list. */
                limit?: string;
                /** @description The text to search for, as people type it. */
                query?: string;
                /** @description The same as query. A request has only one of query, q and search. */
                q?: string;
                /** @description The same as query. A request has only one of query, q and search. */
                search?: string;
                /** @description Whether every word of the query is searched as typed, so that no word is understood as a filter. */
                literal?: "true" | "false";
                /** @description The order of the list. Without sort_by, products are sorted by relevance or, without a query, by make and model. popularity lists the products with the most measured builds first, and products with equally many by their generation, the newest first. */
                sort_by?: "make" | "manufacturer" | "price" | "performance" | "value" | "popularity";
                /** @description asc sorts upwards, desc sorts downwards; popularity has one direction only. */
                sort_dir?: "asc" | "desc";
                /** @description In a request: whether to send facets. In an answer: the values of each field with their counts, and the ends of ranges. */
                facets?: "true" | "false";
                /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                benchmark_id?: string;
                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                variant?: string;
                /** @description Only products with at least this median score, in the unit of the benchmark. */
                min_score?: string;
                /** @description The slug of the chip with its memory size, as which graphics cards are compared: /products/chip/<chip>; null = not known yet. */
                chip?: string;
                /** @description true leaves only products with a known price, however old it is. */
                has_price?: "true" | "false";
                /** @description Only products with at least this price in USD; products without a price are left out. */
                min_price?: string;
                /** @description Only products with at most this price in USD; products without a price are left out. */
                max_price?: string;
                /** @description Only processors with at least this many cores. */
                min_cores?: string;
                /** @description Only processors with at most this many cores. */
                max_cores?: string;
                min_frequency_mhz?: string;
                max_frequency_mhz?: string;
                min_vram_gb?: string;
                max_vram_gb?: string;
                /** @description Only memory with at least this capacity, in GB. */
                min_gb?: string;
                /** @description Only memory with at most this capacity, in GB. */
                max_gb?: string;
                /** @description Only products with at least this thermal design power, in watts. */
                min_tdp_w?: string;
                /** @description Only products with at most this thermal design power, in watts. */
                max_tdp_w?: string;
                min_length_mm?: string;
                max_length_mm?: string;
                /** @description Only memory with a speed of at least this many megatransfers per second. */
                min_speed_mts?: string;
                /** @description Only memory with a speed of at most this many megatransfers per second. */
                max_speed_mts?: string;
                /** @description Only memory with a CAS latency of at least this many clock cycles (CL). */
                min_cas_latency?: string;
                /** @description Only memory with a CAS latency of at most this many clock cycles (CL). */
                max_cas_latency?: string;
                /** @description Only boards with at least this many RAM slots. */
                min_ram_slots?: string;
                /** @description Only boards with at most this many RAM slots. */
                max_ram_slots?: string;
                /** @description Only boards with at least this many M.2 slots. */
                min_m2_slots?: string;
                /** @description Only boards with at most this many M.2 slots. */
                max_m2_slots?: string;
                /** @description Makers of products. */
                makes?: string;
                sockets?: string;
                /** @description The types of memory that the product takes. */
                ram_types?: string;
                /** @description Makers of chips. */
                manufacturers?: string;
                memory_types?: string;
                /** @description Makers of chipsets. */
                chipset_mans?: string;
                chipsets?: string;
                /** @description Form factors of motherboards. */
                form_factors?: string;
                /** @description Form factors of memory modules. */
                memory_form_factors?: string;
                /** @description The series of the product; null = unknown. */
                series?: string;
                /** @description Capacities of the graphics memory, in GB. */
                vram_sizes?: string;
                /** @description Capacities of the memory kits, in GB. */
                memory_sizes?: string;
                /** @description How many modules the kit has. */
                modules?: string;
                /** @description Whether the processor has integrated graphics; null = unknown. */
                integrated_graphics?: "true" | "false";
                /** @description Whether the product supports memory that corrects errors (ECC), or is such memory; null = unknown. */
                ecc?: "true" | "false";
                /** @description true leaves only boards that are known to have WiFi. */
                wifi_only?: "true" | "false";
                /** @description The build whose parts the products have to fit. */
                fits_build?: string;
                /** @description The url_slug of a processor that the products have to fit. */
                "fits.cpu"?: string;
                /** @description The url_slug of a graphics card that the products have to fit. */
                "fits.gpu"?: string;
                /** @description The url_slug of memory that the products have to fit. */
                "fits.ram"?: string;
                /** @description The url_slug of a motherboard that the products have to fit. */
                "fits.motherboard"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "kind": "cpu",
                     *           "id": 1,
                     *           "make": "AMD",
                     *           "model": "Ryzen 7 5800X",
                     *           "url_slug": "amd-ryzen-7-5800x",
                     *           "cpuid": 1,
                     *           "cores": 8,
                     *           "threads": 16,
                     *           "base_clock": 3800,
                     *           "socket": "AM4",
                     *           "ram_types": [
                     *             "DDR4"
                     *           ],
                     *           "price": 299.99,
                     *           "price_date": "2026-11-02",
                     *           "boost_clock": 4700,
                     *           "l3_cache_mb": 32,
                     *           "series": "Ryzen 5000",
                     *           "microarchitecture": "Zen 3",
                     *           "core_family": "Vermeer",
                     *           "tdp_w": 105,
                     *           "integrated_graphics": true,
                     *           "ecc": true,
                     *           "part_numbers": [
                     *             "100-100000063WOF"
                     *           ],
                     *           "price_is_old": false,
                     *           "scores": [
                     *             {
                     *               "benchmark_id": 15,
                     *               "variant": "cyberpunk2077",
                     *               "median": 14470,
                     *               "builds": 106,
                     *               "settings_mixed": true
                     *             }
                     *           ],
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "approximate": true,
                     *       "understood": [
                     *         {
                     *           "words": "under 300",
                     *           "field": "max_price",
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "ignored_words": [
                     *         "cheap"
                     *       ],
                     *       "fit_unknown": 0,
                     *       "unmeasured": 0,
                     *       "scored_by": {
                     *         "benchmark_id": 15,
                     *         "variant": "cyberpunk2077",
                     *         "settings_mixed": true
                     *       },
                     *       "unknown_values": [
                     *         {
                     *           "field": "max_price",
                     *           "value": "AM6",
                     *           "nearest": [
                     *             "AM5",
                     *             "AM4"
                     *           ]
                     *         }
                     *       ],
                     *       "facets": {
                     *         "makes": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "sockets": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "ram_types": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "series": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "price": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "cores": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "frequency_mhz": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "tdp_w": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "integrated_graphics": [
                     *           {
                     *             "value": true,
                     *             "count": 3
                     *           }
                     *         ],
                     *         "ecc": [
                     *           {
                     *             "value": true,
                     *             "count": 3
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: components["schemas"]["Product_cpu"][];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /**
                         * @description Present if the first result is not certainly the product that the query names, because it lacks a typed number, line, maker or size: the results are then the products with the most similar names
                         * @constant
                         */
                        approximate?: true;
                        /** @description The words of the query that were understood as filters, which all results pass; absent = none. */
                        understood?: {
                            /** @description Words of the query, as they were typed. */
                            words: string;
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value of the field; if the field is a list, one entry of the list
                             * @example 300
                             */
                            value: number | string;
                        }[];
                        /** @description The words of the query that had no part in the search; absent = none. */
                        ignored_words?: string[];
                        /** @description How many of the products may fit, which is not known */
                        fit_unknown?: number;
                        /** @description How many of the products are measured by fewer than five builds */
                        unmeasured?: number;
                        /** @description The benchmark and variant by which the products are compared. */
                        scored_by?: {
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /**
                             * @description Present where results of a game with different resolutions and presets are compared.
                             * @constant
                             */
                            settings_mixed?: true;
                        };
                        /** @description The values in list filters and in chip that no product of the kind has, whatever the other filters; absent if all values are known. */
                        unknown_values?: {
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value as the request named it
                             * @example AM6
                             */
                            value: string | number;
                            /** @description The most similar values of products, at most three, the most similar first. */
                            nearest: (string | number)[];
                        }[];
                        /** @description In a request: whether to send facets. In an answer: the values of each field with their counts, and the ends of ranges. */
                        facets?: components["schemas"]["Facets_cpu"];
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    postProductsCpu: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "page": 1,
                 *       "limit": 20
                 *     }
                 */
                "application/json": components["schemas"]["ProductSearch"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "kind": "cpu",
                     *           "id": 1,
                     *           "make": "AMD",
                     *           "model": "Ryzen 7 5800X",
                     *           "url_slug": "amd-ryzen-7-5800x",
                     *           "cpuid": 1,
                     *           "cores": 8,
                     *           "threads": 16,
                     *           "base_clock": 3800,
                     *           "socket": "AM4",
                     *           "ram_types": [
                     *             "DDR4"
                     *           ],
                     *           "price": 299.99,
                     *           "price_date": "2026-11-02",
                     *           "boost_clock": 4700,
                     *           "l3_cache_mb": 32,
                     *           "series": "Ryzen 5000",
                     *           "microarchitecture": "Zen 3",
                     *           "core_family": "Vermeer",
                     *           "tdp_w": 105,
                     *           "integrated_graphics": true,
                     *           "ecc": true,
                     *           "part_numbers": [
                     *             "100-100000063WOF"
                     *           ],
                     *           "price_is_old": false,
                     *           "scores": [
                     *             {
                     *               "benchmark_id": 15,
                     *               "variant": "cyberpunk2077",
                     *               "median": 14470,
                     *               "builds": 106,
                     *               "settings_mixed": true
                     *             }
                     *           ],
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "approximate": true,
                     *       "understood": [
                     *         {
                     *           "words": "under 300",
                     *           "field": "max_price",
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "ignored_words": [
                     *         "cheap"
                     *       ],
                     *       "fit_unknown": 0,
                     *       "unmeasured": 0,
                     *       "scored_by": {
                     *         "benchmark_id": 15,
                     *         "variant": "cyberpunk2077",
                     *         "settings_mixed": true
                     *       },
                     *       "unknown_values": [
                     *         {
                     *           "field": "max_price",
                     *           "value": "AM6",
                     *           "nearest": [
                     *             "AM5",
                     *             "AM4"
                     *           ]
                     *         }
                     *       ],
                     *       "facets": {
                     *         "makes": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "sockets": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "ram_types": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "series": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "price": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "cores": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "frequency_mhz": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "tdp_w": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "integrated_graphics": [
                     *           {
                     *             "value": true,
                     *             "count": 3
                     *           }
                     *         ],
                     *         "ecc": [
                     *           {
                     *             "value": true,
                     *             "count": 3
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: components["schemas"]["Product_cpu"][];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /**
                         * @description Present if the first result is not certainly the product that the query names, because it lacks a typed number, line, maker or size: the results are then the products with the most similar names
                         * @constant
                         */
                        approximate?: true;
                        /** @description The words of the query that were understood as filters, which all results pass; absent = none. */
                        understood?: {
                            /** @description Words of the query, as they were typed. */
                            words: string;
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value of the field; if the field is a list, one entry of the list
                             * @example 300
                             */
                            value: number | string;
                        }[];
                        /** @description The words of the query that had no part in the search; absent = none. */
                        ignored_words?: string[];
                        /** @description How many of the products may fit, which is not known */
                        fit_unknown?: number;
                        /** @description How many of the products are measured by fewer than five builds */
                        unmeasured?: number;
                        /** @description The benchmark and variant by which the products are compared. */
                        scored_by?: {
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /**
                             * @description Present where results of a game with different resolutions and presets are compared.
                             * @constant
                             */
                            settings_mixed?: true;
                        };
                        /** @description The values in list filters and in chip that no product of the kind has, whatever the other filters; absent if all values are known. */
                        unknown_values?: {
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value as the request named it
                             * @example AM6
                             */
                            value: string | number;
                            /** @description The most similar values of products, at most three, the most similar first. */
                            nearest: (string | number)[];
                        }[];
                        /** @description In a request: whether to send facets. In an answer: the values of each field with their counts, and the ends of ranges. */
                        facets?: components["schemas"]["Facets_cpu"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsGpu: {
        parameters: {
            query?: {
                /** @description Which page of the list, from 1. */
                page?: string;
                /** @description The maximum number of entries on a page of the list. */
                limit?: string;
                /** @description The text to search for, as people type it. */
                query?: string;
                /** @description The same as query. A request has only one of query, q and search. */
                q?: string;
                /** @description The same as query. A request has only one of query, q and search. */
                search?: string;
                /** @description Whether every word of the query is searched as typed, so that no word is understood as a filter. */
                literal?: "true" | "false";
                /** @description The order of the list. Without sort_by, products are sorted by relevance or, without a query, by make and model. popularity lists the products with the most measured builds first, and products with equally many by their generation, the newest first. */
                sort_by?: "make" | "manufacturer" | "price" | "performance" | "value" | "popularity";
                /** @description asc sorts upwards, desc sorts downwards; popularity has one direction only. */
                sort_dir?: "asc" | "desc";
                /** @description In a request: whether to send facets. In an answer: the values of each field with their counts, and the ends of ranges. */
                facets?: "true" | "false";
                /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                benchmark_id?: string;
                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                variant?: string;
                /** @description Only products with at least this median score, in the unit of the benchmark. */
                min_score?: string;
                /** @description The slug of the chip with its memory size, as which graphics cards are compared: /products/chip/<chip>; null = not known yet. */
                chip?: string;
                /** @description true leaves only products with a known price, however old it is. */
                has_price?: "true" | "false";
                /** @description Only products with at least this price in USD; products without a price are left out. */
                min_price?: string;
                /** @description Only products with at most this price in USD; products without a price are left out. */
                max_price?: string;
                /** @description Only processors with at least this many cores. */
                min_cores?: string;
                /** @description Only processors with at most this many cores. */
                max_cores?: string;
                min_frequency_mhz?: string;
                max_frequency_mhz?: string;
                min_vram_gb?: string;
                max_vram_gb?: string;
                /** @description Only memory with at least this capacity, in GB. */
                min_gb?: string;
                /** @description Only memory with at most this capacity, in GB. */
                max_gb?: string;
                /** @description Only products with at least this thermal design power, in watts. */
                min_tdp_w?: string;
                /** @description Only products with at most this thermal design power, in watts. */
                max_tdp_w?: string;
                min_length_mm?: string;
                max_length_mm?: string;
                /** @description Only memory with a speed of at least this many megatransfers per second. */
                min_speed_mts?: string;
                /** @description Only memory with a speed of at most this many megatransfers per second. */
                max_speed_mts?: string;
                /** @description Only memory with a CAS latency of at least this many clock cycles (CL). */
                min_cas_latency?: string;
                /** @description Only memory with a CAS latency of at most this many clock cycles (CL). */
                max_cas_latency?: string;
                /** @description Only boards with at least this many RAM slots. */
                min_ram_slots?: string;
                /** @description Only boards with at most this many RAM slots. */
                max_ram_slots?: string;
                /** @description Only boards with at least this many M.2 slots. */
                min_m2_slots?: string;
                /** @description Only boards with at most this many M.2 slots. */
                max_m2_slots?: string;
                /** @description Makers of products. */
                makes?: string;
                sockets?: string;
                /** @description The types of memory that the product takes. */
                ram_types?: string;
                /** @description Makers of chips. */
                manufacturers?: string;
                memory_types?: string;
                /** @description Makers of chipsets. */
                chipset_mans?: string;
                chipsets?: string;
                /** @description Form factors of motherboards. */
                form_factors?: string;
                /** @description Form factors of memory modules. */
                memory_form_factors?: string;
                /** @description The series of the product; null = unknown. */
                series?: string;
                /** @description Capacities of the graphics memory, in GB. */
                vram_sizes?: string;
                /** @description Capacities of the memory kits, in GB. */
                memory_sizes?: string;
                /** @description How many modules the kit has. */
                modules?: string;
                /** @description Whether the processor has integrated graphics; null = unknown. */
                integrated_graphics?: "true" | "false";
                /** @description Whether the product supports memory that corrects errors (ECC), or is such memory; null = unknown. */
                ecc?: "true" | "false";
                /** @description true leaves only boards that are known to have WiFi. */
                wifi_only?: "true" | "false";
                /** @description The build whose parts the products have to fit. */
                fits_build?: string;
                /** @description The url_slug of a processor that the products have to fit. */
                "fits.cpu"?: string;
                /** @description The url_slug of a graphics card that the products have to fit. */
                "fits.gpu"?: string;
                /** @description The url_slug of memory that the products have to fit. */
                "fits.ram"?: string;
                /** @description The url_slug of a motherboard that the products have to fit. */
                "fits.motherboard"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "kind": "gpu",
                     *           "id": 1,
                     *           "make": "AMD",
                     *           "model": "Ryzen 7 5800X",
                     *           "url_slug": "amd-ryzen-7-5800x",
                     *           "manufacturer": "NVIDIA",
                     *           "chipset": "B550",
                     *           "vram_gb": 12,
                     *           "memory_type": "DDR4",
                     *           "base_clock": 3800,
                     *           "boost_clock": 4700,
                     *           "length_mm": 285,
                     *           "tdp_w": 105,
                     *           "price": 299.99,
                     *           "price_date": "2026-11-02",
                     *           "series": "Ryzen 5000",
                     *           "part_numbers": [
                     *             "100-100000063WOF"
                     *           ],
                     *           "chip": "nvidia-geforce-rtx-4070-super-12gb",
                     *           "price_is_old": false,
                     *           "scores": [
                     *             {
                     *               "benchmark_id": 15,
                     *               "variant": "cyberpunk2077",
                     *               "median": 14470,
                     *               "builds": 106,
                     *               "settings_mixed": true
                     *             }
                     *           ],
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "approximate": true,
                     *       "understood": [
                     *         {
                     *           "words": "under 300",
                     *           "field": "max_price",
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "ignored_words": [
                     *         "cheap"
                     *       ],
                     *       "fit_unknown": 0,
                     *       "unmeasured": 0,
                     *       "scored_by": {
                     *         "benchmark_id": 15,
                     *         "variant": "cyberpunk2077",
                     *         "settings_mixed": true
                     *       },
                     *       "unknown_values": [
                     *         {
                     *           "field": "max_price",
                     *           "value": "AM6",
                     *           "nearest": [
                     *             "AM5",
                     *             "AM4"
                     *           ]
                     *         }
                     *       ],
                     *       "facets": {
                     *         "makes": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "manufacturers": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "chipsets": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "series": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "vram_sizes": [
                     *           {
                     *             "value": 51.1,
                     *             "count": 3
                     *           }
                     *         ],
                     *         "price": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "vram_gb": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "tdp_w": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "length_mm": {
                     *           "min": 4,
                     *           "max": 16
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: components["schemas"]["Product_gpu"][];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /**
                         * @description Present if the first result is not certainly the product that the query names, because it lacks a typed number, line, maker or size: the results are then the products with the most similar names
                         * @constant
                         */
                        approximate?: true;
                        /** @description The words of the query that were understood as filters, which all results pass; absent = none. */
                        understood?: {
                            /** @description Words of the query, as they were typed. */
                            words: string;
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value of the field; if the field is a list, one entry of the list
                             * @example 300
                             */
                            value: number | string;
                        }[];
                        /** @description The words of the query that had no part in the search; absent = none. */
                        ignored_words?: string[];
                        /** @description How many of the products may fit, which is not known */
                        fit_unknown?: number;
                        /** @description How many of the products are measured by fewer than five builds */
                        unmeasured?: number;
                        /** @description The benchmark and variant by which the products are compared. */
                        scored_by?: {
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /**
                             * @description Present where results of a game with different resolutions and presets are compared.
                             * @constant
                             */
                            settings_mixed?: true;
                        };
                        /** @description The values in list filters and in chip that no product of the kind has, whatever the other filters; absent if all values are known. */
                        unknown_values?: {
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value as the request named it
                             * @example AM6
                             */
                            value: string | number;
                            /** @description The most similar values of products, at most three, the most similar first. */
                            nearest: (string | number)[];
                        }[];
                        /** @description In a request: whether to send facets. In an answer: the values of each field with their counts, and the ends of ranges. */
                        facets?: components["schemas"]["Facets_gpu"];
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    postProductsGpu: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "page": 1,
                 *       "limit": 20
                 *     }
                 */
                "application/json": components["schemas"]["ProductSearch"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "kind": "gpu",
                     *           "id": 1,
                     *           "make": "AMD",
                     *           "model": "Ryzen 7 5800X",
                     *           "url_slug": "amd-ryzen-7-5800x",
                     *           "manufacturer": "NVIDIA",
                     *           "chipset": "B550",
                     *           "vram_gb": 12,
                     *           "memory_type": "DDR4",
                     *           "base_clock": 3800,
                     *           "boost_clock": 4700,
                     *           "length_mm": 285,
                     *           "tdp_w": 105,
                     *           "price": 299.99,
                     *           "price_date": "2026-11-02",
                     *           "series": "Ryzen 5000",
                     *           "part_numbers": [
                     *             "100-100000063WOF"
                     *           ],
                     *           "chip": "nvidia-geforce-rtx-4070-super-12gb",
                     *           "price_is_old": false,
                     *           "scores": [
                     *             {
                     *               "benchmark_id": 15,
                     *               "variant": "cyberpunk2077",
                     *               "median": 14470,
                     *               "builds": 106,
                     *               "settings_mixed": true
                     *             }
                     *           ],
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "approximate": true,
                     *       "understood": [
                     *         {
                     *           "words": "under 300",
                     *           "field": "max_price",
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "ignored_words": [
                     *         "cheap"
                     *       ],
                     *       "fit_unknown": 0,
                     *       "unmeasured": 0,
                     *       "scored_by": {
                     *         "benchmark_id": 15,
                     *         "variant": "cyberpunk2077",
                     *         "settings_mixed": true
                     *       },
                     *       "unknown_values": [
                     *         {
                     *           "field": "max_price",
                     *           "value": "AM6",
                     *           "nearest": [
                     *             "AM5",
                     *             "AM4"
                     *           ]
                     *         }
                     *       ],
                     *       "facets": {
                     *         "makes": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "manufacturers": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "chipsets": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "series": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "vram_sizes": [
                     *           {
                     *             "value": 51.1,
                     *             "count": 3
                     *           }
                     *         ],
                     *         "price": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "vram_gb": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "tdp_w": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "length_mm": {
                     *           "min": 4,
                     *           "max": 16
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: components["schemas"]["Product_gpu"][];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /**
                         * @description Present if the first result is not certainly the product that the query names, because it lacks a typed number, line, maker or size: the results are then the products with the most similar names
                         * @constant
                         */
                        approximate?: true;
                        /** @description The words of the query that were understood as filters, which all results pass; absent = none. */
                        understood?: {
                            /** @description Words of the query, as they were typed. */
                            words: string;
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value of the field; if the field is a list, one entry of the list
                             * @example 300
                             */
                            value: number | string;
                        }[];
                        /** @description The words of the query that had no part in the search; absent = none. */
                        ignored_words?: string[];
                        /** @description How many of the products may fit, which is not known */
                        fit_unknown?: number;
                        /** @description How many of the products are measured by fewer than five builds */
                        unmeasured?: number;
                        /** @description The benchmark and variant by which the products are compared. */
                        scored_by?: {
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /**
                             * @description Present where results of a game with different resolutions and presets are compared.
                             * @constant
                             */
                            settings_mixed?: true;
                        };
                        /** @description The values in list filters and in chip that no product of the kind has, whatever the other filters; absent if all values are known. */
                        unknown_values?: {
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value as the request named it
                             * @example AM6
                             */
                            value: string | number;
                            /** @description The most similar values of products, at most three, the most similar first. */
                            nearest: (string | number)[];
                        }[];
                        /** @description In a request: whether to send facets. In an answer: the values of each field with their counts, and the ends of ranges. */
                        facets?: components["schemas"]["Facets_gpu"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsRam: {
        parameters: {
            query?: {
                /** @description Which page of the list, from 1. */
                page?: string;
                /** @description The maximum number of entries on a page of the list. */
                limit?: string;
                /** @description The text to search for, as people type it. */
                query?: string;
                /** @description The same as query. A request has only one of query, q and search. */
                q?: string;
                /** @description The same as query. A request has only one of query, q and search. */
                search?: string;
                /** @description Whether every word of the query is searched as typed, so that no word is understood as a filter. */
                literal?: "true" | "false";
                /** @description The order of the list. Without sort_by, products are sorted by relevance or, without a query, by make and model. popularity lists the products with the most measured builds first, and products with equally many by their generation, the newest first. */
                sort_by?: "make" | "manufacturer" | "price" | "performance" | "value" | "popularity";
                /** @description asc sorts upwards, desc sorts downwards; popularity has one direction only. */
                sort_dir?: "asc" | "desc";
                /** @description In a request: whether to send facets. In an answer: the values of each field with their counts, and the ends of ranges. */
                facets?: "true" | "false";
                /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                benchmark_id?: string;
                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                variant?: string;
                /** @description Only products with at least this median score, in the unit of the benchmark. */
                min_score?: string;
                /** @description The slug of the chip with its memory size, as which graphics cards are compared: /products/chip/<chip>; null = not known yet. */
                chip?: string;
                /** @description true leaves only products with a known price, however old it is. */
                has_price?: "true" | "false";
                /** @description Only products with at least this price in USD; products without a price are left out. */
                min_price?: string;
                /** @description Only products with at most this price in USD; products without a price are left out. */
                max_price?: string;
                /** @description Only processors with at least this many cores. */
                min_cores?: string;
                /** @description Only processors with at most this many cores. */
                max_cores?: string;
                min_frequency_mhz?: string;
                max_frequency_mhz?: string;
                min_vram_gb?: string;
                max_vram_gb?: string;
                /** @description Only memory with at least this capacity, in GB. */
                min_gb?: string;
                /** @description Only memory with at most this capacity, in GB. */
                max_gb?: string;
                /** @description Only products with at least this thermal design power, in watts. */
                min_tdp_w?: string;
                /** @description Only products with at most this thermal design power, in watts. */
                max_tdp_w?: string;
                min_length_mm?: string;
                max_length_mm?: string;
                /** @description Only memory with a speed of at least this many megatransfers per second. */
                min_speed_mts?: string;
                /** @description Only memory with a speed of at most this many megatransfers per second. */
                max_speed_mts?: string;
                /** @description Only memory with a CAS latency of at least this many clock cycles (CL). */
                min_cas_latency?: string;
                /** @description Only memory with a CAS latency of at most this many clock cycles (CL). */
                max_cas_latency?: string;
                /** @description Only boards with at least this many RAM slots. */
                min_ram_slots?: string;
                /** @description Only boards with at most this many RAM slots. */
                max_ram_slots?: string;
                /** @description Only boards with at least this many M.2 slots. */
                min_m2_slots?: string;
                /** @description Only boards with at most this many M.2 slots. */
                max_m2_slots?: string;
                /** @description Makers of products. */
                makes?: string;
                sockets?: string;
                /** @description The types of memory that the product takes. */
                ram_types?: string;
                /** @description Makers of chips. */
                manufacturers?: string;
                memory_types?: string;
                /** @description Makers of chipsets. */
                chipset_mans?: string;
                chipsets?: string;
                /** @description Form factors of motherboards. */
                form_factors?: string;
                /** @description Form factors of memory modules. */
                memory_form_factors?: string;
                /** @description The series of the product; null = unknown. */
                series?: string;
                /** @description Capacities of the graphics memory, in GB. */
                vram_sizes?: string;
                /** @description Capacities of the memory kits, in GB. */
                memory_sizes?: string;
                /** @description How many modules the kit has. */
                modules?: string;
                /** @description Whether the processor has integrated graphics; null = unknown. */
                integrated_graphics?: "true" | "false";
                /** @description Whether the product supports memory that corrects errors (ECC), or is such memory; null = unknown. */
                ecc?: "true" | "false";
                /** @description true leaves only boards that are known to have WiFi. */
                wifi_only?: "true" | "false";
                /** @description The build whose parts the products have to fit. */
                fits_build?: string;
                /** @description The url_slug of a processor that the products have to fit. */
                "fits.cpu"?: string;
                /** @description The url_slug of a graphics card that the products have to fit. */
                "fits.gpu"?: string;
                /** @description The url_slug of memory that the products have to fit. */
                "fits.ram"?: string;
                /** @description The url_slug of a motherboard that the products have to fit. */
                "fits.motherboard"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "kind": "ram",
                     *           "id": 1,
                     *           "make": "AMD",
                     *           "model": "Ryzen 7 5800X",
                     *           "url_slug": "amd-ryzen-7-5800x",
                     *           "memory_type": "DDR4",
                     *           "capacity_gb": 32,
                     *           "modules": 2,
                     *           "module_gb": 16,
                     *           "speed_mts": 3600,
                     *           "cas_latency": 16,
                     *           "form_factor": "ATX",
                     *           "price": 299.99,
                     *           "price_date": "2026-11-02",
                     *           "ecc": true,
                     *           "profiles": [
                     *             "XMP 2.0"
                     *           ],
                     *           "part_numbers": [
                     *             "100-100000063WOF"
                     *           ],
                     *           "price_is_old": false,
                     *           "scores": [
                     *             {
                     *               "benchmark_id": 15,
                     *               "variant": "cyberpunk2077",
                     *               "median": 14470,
                     *               "builds": 106,
                     *               "settings_mixed": true
                     *             }
                     *           ],
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "approximate": true,
                     *       "understood": [
                     *         {
                     *           "words": "under 300",
                     *           "field": "max_price",
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "ignored_words": [
                     *         "cheap"
                     *       ],
                     *       "fit_unknown": 0,
                     *       "unmeasured": 0,
                     *       "scored_by": {
                     *         "benchmark_id": 15,
                     *         "variant": "cyberpunk2077",
                     *         "settings_mixed": true
                     *       },
                     *       "unknown_values": [
                     *         {
                     *           "field": "max_price",
                     *           "value": "AM6",
                     *           "nearest": [
                     *             "AM5",
                     *             "AM4"
                     *           ]
                     *         }
                     *       ],
                     *       "facets": {
                     *         "makes": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "memory_types": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "memory_form_factors": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "memory_sizes": [
                     *           {
                     *             "value": 51.1,
                     *             "count": 3
                     *           }
                     *         ],
                     *         "modules": [
                     *           {
                     *             "value": 51.1,
                     *             "count": 3
                     *           }
                     *         ],
                     *         "price": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "gb": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "speed_mts": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "cas_latency": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "ecc": [
                     *           {
                     *             "value": true,
                     *             "count": 3
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: components["schemas"]["Product_ram"][];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /**
                         * @description Present if the first result is not certainly the product that the query names, because it lacks a typed number, line, maker or size: the results are then the products with the most similar names
                         * @constant
                         */
                        approximate?: true;
                        /** @description The words of the query that were understood as filters, which all results pass; absent = none. */
                        understood?: {
                            /** @description Words of the query, as they were typed. */
                            words: string;
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value of the field; if the field is a list, one entry of the list
                             * @example 300
                             */
                            value: number | string;
                        }[];
                        /** @description The words of the query that had no part in the search; absent = none. */
                        ignored_words?: string[];
                        /** @description How many of the products may fit, which is not known */
                        fit_unknown?: number;
                        /** @description How many of the products are measured by fewer than five builds */
                        unmeasured?: number;
                        /** @description The benchmark and variant by which the products are compared. */
                        scored_by?: {
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /**
                             * @description Present where results of a game with different resolutions and presets are compared.
                             * @constant
                             */
                            settings_mixed?: true;
                        };
                        /** @description The values in list filters and in chip that no product of the kind has, whatever the other filters; absent if all values are known. */
                        unknown_values?: {
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value as the request named it
                             * @example AM6
                             */
                            value: string | number;
                            /** @description The most similar values of products, at most three, the most similar first. */
                            nearest: (string | number)[];
                        }[];
                        /** @description In a request: whether to send facets. In an answer: the values of each field with their counts, and the ends of ranges. */
                        facets?: components["schemas"]["Facets_ram"];
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    postProductsRam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "page": 1,
                 *       "limit": 20
                 *     }
                 */
                "application/json": components["schemas"]["ProductSearch"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "kind": "ram",
                     *           "id": 1,
                     *           "make": "AMD",
                     *           "model": "Ryzen 7 5800X",
                     *           "url_slug": "amd-ryzen-7-5800x",
                     *           "memory_type": "DDR4",
                     *           "capacity_gb": 32,
                     *           "modules": 2,
                     *           "module_gb": 16,
                     *           "speed_mts": 3600,
                     *           "cas_latency": 16,
                     *           "form_factor": "ATX",
                     *           "price": 299.99,
                     *           "price_date": "2026-11-02",
                     *           "ecc": true,
                     *           "profiles": [
                     *             "XMP 2.0"
                     *           ],
                     *           "part_numbers": [
                     *             "100-100000063WOF"
                     *           ],
                     *           "price_is_old": false,
                     *           "scores": [
                     *             {
                     *               "benchmark_id": 15,
                     *               "variant": "cyberpunk2077",
                     *               "median": 14470,
                     *               "builds": 106,
                     *               "settings_mixed": true
                     *             }
                     *           ],
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "approximate": true,
                     *       "understood": [
                     *         {
                     *           "words": "under 300",
                     *           "field": "max_price",
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "ignored_words": [
                     *         "cheap"
                     *       ],
                     *       "fit_unknown": 0,
                     *       "unmeasured": 0,
                     *       "scored_by": {
                     *         "benchmark_id": 15,
                     *         "variant": "cyberpunk2077",
                     *         "settings_mixed": true
                     *       },
                     *       "unknown_values": [
                     *         {
                     *           "field": "max_price",
                     *           "value": "AM6",
                     *           "nearest": [
                     *             "AM5",
                     *             "AM4"
                     *           ]
                     *         }
                     *       ],
                     *       "facets": {
                     *         "makes": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "memory_types": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "memory_form_factors": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "memory_sizes": [
                     *           {
                     *             "value": 51.1,
                     *             "count": 3
                     *           }
                     *         ],
                     *         "modules": [
                     *           {
                     *             "value": 51.1,
                     *             "count": 3
                     *           }
                     *         ],
                     *         "price": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "gb": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "speed_mts": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "cas_latency": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "ecc": [
                     *           {
                     *             "value": true,
                     *             "count": 3
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: components["schemas"]["Product_ram"][];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /**
                         * @description Present if the first result is not certainly the product that the query names, because it lacks a typed number, line, maker or size: the results are then the products with the most similar names
                         * @constant
                         */
                        approximate?: true;
                        /** @description The words of the query that were understood as filters, which all results pass; absent = none. */
                        understood?: {
                            /** @description Words of the query, as they were typed. */
                            words: string;
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value of the field; if the field is a list, one entry of the list
                             * @example 300
                             */
                            value: number | string;
                        }[];
                        /** @description The words of the query that had no part in the search; absent = none. */
                        ignored_words?: string[];
                        /** @description How many of the products may fit, which is not known */
                        fit_unknown?: number;
                        /** @description How many of the products are measured by fewer than five builds */
                        unmeasured?: number;
                        /** @description The benchmark and variant by which the products are compared. */
                        scored_by?: {
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /**
                             * @description Present where results of a game with different resolutions and presets are compared.
                             * @constant
                             */
                            settings_mixed?: true;
                        };
                        /** @description The values in list filters and in chip that no product of the kind has, whatever the other filters; absent if all values are known. */
                        unknown_values?: {
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value as the request named it
                             * @example AM6
                             */
                            value: string | number;
                            /** @description The most similar values of products, at most three, the most similar first. */
                            nearest: (string | number)[];
                        }[];
                        /** @description In a request: whether to send facets. In an answer: the values of each field with their counts, and the ends of ranges. */
                        facets?: components["schemas"]["Facets_ram"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsMotherboard: {
        parameters: {
            query?: {
                /** @description Which page of the list, from 1. */
                page?: string;
                /** @description The maximum number of entries on a page of the list. */
                limit?: string;
                /** @description The text to search for, as people type it. */
                query?: string;
                /** @description The same as query. A request has only one of query, q and search. */
                q?: string;
                /** @description The same as query. A request has only one of query, q and search. */
                search?: string;
                /** @description Whether every word of the query is searched as typed, so that no word is understood as a filter. */
                literal?: "true" | "false";
                /** @description The order of the list. Without sort_by, products are sorted by relevance or, without a query, by make and model. popularity lists the products with the most measured builds first, and products with equally many by their generation, the newest first. */
                sort_by?: "make" | "manufacturer" | "price" | "performance" | "value" | "popularity";
                /** @description asc sorts upwards, desc sorts downwards; popularity has one direction only. */
                sort_dir?: "asc" | "desc";
                /** @description In a request: whether to send facets. In an answer: the values of each field with their counts, and the ends of ranges. */
                facets?: "true" | "false";
                /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                benchmark_id?: string;
                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                variant?: string;
                /** @description Only products with at least this median score, in the unit of the benchmark. */
                min_score?: string;
                /** @description The slug of the chip with its memory size, as which graphics cards are compared: /products/chip/<chip>; null = not known yet. */
                chip?: string;
                /** @description true leaves only products with a known price, however old it is. */
                has_price?: "true" | "false";
                /** @description Only products with at least this price in USD; products without a price are left out. */
                min_price?: string;
                /** @description Only products with at most this price in USD; products without a price are left out. */
                max_price?: string;
                /** @description Only processors with at least this many cores. */
                min_cores?: string;
                /** @description Only processors with at most this many cores. */
                max_cores?: string;
                min_frequency_mhz?: string;
                max_frequency_mhz?: string;
                min_vram_gb?: string;
                max_vram_gb?: string;
                /** @description Only memory with at least this capacity, in GB. */
                min_gb?: string;
                /** @description Only memory with at most this capacity, in GB. */
                max_gb?: string;
                /** @description Only products with at least this thermal design power, in watts. */
                min_tdp_w?: string;
                /** @description Only products with at most this thermal design power, in watts. */
                max_tdp_w?: string;
                min_length_mm?: string;
                max_length_mm?: string;
                /** @description Only memory with a speed of at least this many megatransfers per second. */
                min_speed_mts?: string;
                /** @description Only memory with a speed of at most this many megatransfers per second. */
                max_speed_mts?: string;
                /** @description Only memory with a CAS latency of at least this many clock cycles (CL). */
                min_cas_latency?: string;
                /** @description Only memory with a CAS latency of at most this many clock cycles (CL). */
                max_cas_latency?: string;
                /** @description Only boards with at least this many RAM slots. */
                min_ram_slots?: string;
                /** @description Only boards with at most this many RAM slots. */
                max_ram_slots?: string;
                /** @description Only boards with at least this many M.2 slots. */
                min_m2_slots?: string;
                /** @description Only boards with at most this many M.2 slots. */
                max_m2_slots?: string;
                /** @description Makers of products. */
                makes?: string;
                sockets?: string;
                /** @description The types of memory that the product takes. */
                ram_types?: string;
                /** @description Makers of chips. */
                manufacturers?: string;
                memory_types?: string;
                /** @description Makers of chipsets. */
                chipset_mans?: string;
                chipsets?: string;
                /** @description Form factors of motherboards. */
                form_factors?: string;
                /** @description Form factors of memory modules. */
                memory_form_factors?: string;
                /** @description The series of the product; null = unknown. */
                series?: string;
                /** @description Capacities of the graphics memory, in GB. */
                vram_sizes?: string;
                /** @description Capacities of the memory kits, in GB. */
                memory_sizes?: string;
                /** @description How many modules the kit has. */
                modules?: string;
                /** @description Whether the processor has integrated graphics; null = unknown. */
                integrated_graphics?: "true" | "false";
                /** @description Whether the product supports memory that corrects errors (ECC), or is such memory; null = unknown. */
                ecc?: "true" | "false";
                /** @description true leaves only boards that are known to have WiFi. */
                wifi_only?: "true" | "false";
                /** @description The build whose parts the products have to fit. */
                fits_build?: string;
                /** @description The url_slug of a processor that the products have to fit. */
                "fits.cpu"?: string;
                /** @description The url_slug of a graphics card that the products have to fit. */
                "fits.gpu"?: string;
                /** @description The url_slug of memory that the products have to fit. */
                "fits.ram"?: string;
                /** @description The url_slug of a motherboard that the products have to fit. */
                "fits.motherboard"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "kind": "motherboard",
                     *           "id": 1,
                     *           "make": "AMD",
                     *           "model": "Ryzen 7 5800X",
                     *           "url_slug": "amd-ryzen-7-5800x",
                     *           "socket": "AM4",
                     *           "chipset_manufacturer": "AMD",
                     *           "chipset": "B550",
                     *           "form_factor": "ATX",
                     *           "ram_types": [
                     *             "DDR4"
                     *           ],
                     *           "memory_slots": 4,
                     *           "max_memory_gb": 128,
                     *           "wifi": true,
                     *           "price": 299.99,
                     *           "price_date": "2026-11-02",
                     *           "m2_slots": 2,
                     *           "series": "Ryzen 5000",
                     *           "part_numbers": [
                     *             "100-100000063WOF"
                     *           ],
                     *           "price_is_old": false,
                     *           "scores": [
                     *             {
                     *               "benchmark_id": 15,
                     *               "variant": "cyberpunk2077",
                     *               "median": 14470,
                     *               "builds": 106,
                     *               "settings_mixed": true
                     *             }
                     *           ],
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "approximate": true,
                     *       "understood": [
                     *         {
                     *           "words": "under 300",
                     *           "field": "max_price",
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "ignored_words": [
                     *         "cheap"
                     *       ],
                     *       "fit_unknown": 0,
                     *       "unmeasured": 0,
                     *       "scored_by": {
                     *         "benchmark_id": 15,
                     *         "variant": "cyberpunk2077",
                     *         "settings_mixed": true
                     *       },
                     *       "unknown_values": [
                     *         {
                     *           "field": "max_price",
                     *           "value": "AM6",
                     *           "nearest": [
                     *             "AM5",
                     *             "AM4"
                     *           ]
                     *         }
                     *       ],
                     *       "facets": {
                     *         "makes": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "chipset_mans": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "chipsets": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "form_factors": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "sockets": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "ram_types": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "series": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "price": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "ram_slots": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "m2_slots": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "wifi_only": [
                     *           {
                     *             "value": true,
                     *             "count": 3
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: components["schemas"]["Product_motherboard"][];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /**
                         * @description Present if the first result is not certainly the product that the query names, because it lacks a typed number, line, maker or size: the results are then the products with the most similar names
                         * @constant
                         */
                        approximate?: true;
                        /** @description The words of the query that were understood as filters, which all results pass; absent = none. */
                        understood?: {
                            /** @description Words of the query, as they were typed. */
                            words: string;
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value of the field; if the field is a list, one entry of the list
                             * @example 300
                             */
                            value: number | string;
                        }[];
                        /** @description The words of the query that had no part in the search; absent = none. */
                        ignored_words?: string[];
                        /** @description How many of the products may fit, which is not known */
                        fit_unknown?: number;
                        /** @description How many of the products are measured by fewer than five builds */
                        unmeasured?: number;
                        /** @description The benchmark and variant by which the products are compared. */
                        scored_by?: {
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /**
                             * @description Present where results of a game with different resolutions and presets are compared.
                             * @constant
                             */
                            settings_mixed?: true;
                        };
                        /** @description The values in list filters and in chip that no product of the kind has, whatever the other filters; absent if all values are known. */
                        unknown_values?: {
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value as the request named it
                             * @example AM6
                             */
                            value: string | number;
                            /** @description The most similar values of products, at most three, the most similar first. */
                            nearest: (string | number)[];
                        }[];
                        /** @description In a request: whether to send facets. In an answer: the values of each field with their counts, and the ends of ranges. */
                        facets?: components["schemas"]["Facets_motherboard"];
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    postProductsMotherboard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "page": 1,
                 *       "limit": 20
                 *     }
                 */
                "application/json": components["schemas"]["ProductSearch"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "kind": "motherboard",
                     *           "id": 1,
                     *           "make": "AMD",
                     *           "model": "Ryzen 7 5800X",
                     *           "url_slug": "amd-ryzen-7-5800x",
                     *           "socket": "AM4",
                     *           "chipset_manufacturer": "AMD",
                     *           "chipset": "B550",
                     *           "form_factor": "ATX",
                     *           "ram_types": [
                     *             "DDR4"
                     *           ],
                     *           "memory_slots": 4,
                     *           "max_memory_gb": 128,
                     *           "wifi": true,
                     *           "price": 299.99,
                     *           "price_date": "2026-11-02",
                     *           "m2_slots": 2,
                     *           "series": "Ryzen 5000",
                     *           "part_numbers": [
                     *             "100-100000063WOF"
                     *           ],
                     *           "price_is_old": false,
                     *           "scores": [
                     *             {
                     *               "benchmark_id": 15,
                     *               "variant": "cyberpunk2077",
                     *               "median": 14470,
                     *               "builds": 106,
                     *               "settings_mixed": true
                     *             }
                     *           ],
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "approximate": true,
                     *       "understood": [
                     *         {
                     *           "words": "under 300",
                     *           "field": "max_price",
                     *           "value": 51.1
                     *         }
                     *       ],
                     *       "ignored_words": [
                     *         "cheap"
                     *       ],
                     *       "fit_unknown": 0,
                     *       "unmeasured": 0,
                     *       "scored_by": {
                     *         "benchmark_id": 15,
                     *         "variant": "cyberpunk2077",
                     *         "settings_mixed": true
                     *       },
                     *       "unknown_values": [
                     *         {
                     *           "field": "max_price",
                     *           "value": "AM6",
                     *           "nearest": [
                     *             "AM5",
                     *             "AM4"
                     *           ]
                     *         }
                     *       ],
                     *       "facets": {
                     *         "makes": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "chipset_mans": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "chipsets": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "form_factors": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "sockets": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "ram_types": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "series": [
                     *           {
                     *             "value": "value",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "price": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "ram_slots": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "m2_slots": {
                     *           "min": 4,
                     *           "max": 16
                     *         },
                     *         "wifi_only": [
                     *           {
                     *             "value": true,
                     *             "count": 3
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: components["schemas"]["Product_motherboard"][];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /**
                         * @description Present if the first result is not certainly the product that the query names, because it lacks a typed number, line, maker or size: the results are then the products with the most similar names
                         * @constant
                         */
                        approximate?: true;
                        /** @description The words of the query that were understood as filters, which all results pass; absent = none. */
                        understood?: {
                            /** @description Words of the query, as they were typed. */
                            words: string;
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value of the field; if the field is a list, one entry of the list
                             * @example 300
                             */
                            value: number | string;
                        }[];
                        /** @description The words of the query that had no part in the search; absent = none. */
                        ignored_words?: string[];
                        /** @description How many of the products may fit, which is not known */
                        fit_unknown?: number;
                        /** @description How many of the products are measured by fewer than five builds */
                        unmeasured?: number;
                        /** @description The benchmark and variant by which the products are compared. */
                        scored_by?: {
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /**
                             * @description Present where results of a game with different resolutions and presets are compared.
                             * @constant
                             */
                            settings_mixed?: true;
                        };
                        /** @description The values in list filters and in chip that no product of the kind has, whatever the other filters; absent if all values are known. */
                        unknown_values?: {
                            /** @description The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter. */
                            field: string;
                            /**
                             * @description The value as the request named it
                             * @example AM6
                             */
                            value: string | number;
                            /** @description The most similar values of products, at most three, the most similar first. */
                            nearest: (string | number)[];
                        }[];
                        /** @description In a request: whether to send facets. In an answer: the values of each field with their counts, and the ends of ranges. */
                        facets?: components["schemas"]["Facets_motherboard"];
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsCpuUrlSlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the product in addresses.
                 * @example amd-ryzen-7-5800x
                 */
                url_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "cpu",
                     *       "id": 1,
                     *       "make": "AMD",
                     *       "model": "Ryzen 7 5800X",
                     *       "url_slug": "amd-ryzen-7-5800x",
                     *       "cpuid": 1,
                     *       "cores": 8,
                     *       "threads": 16,
                     *       "base_clock": 3800,
                     *       "socket": "AM4",
                     *       "ram_types": [
                     *         "DDR4"
                     *       ],
                     *       "price": 299.99,
                     *       "price_date": "2026-11-02",
                     *       "boost_clock": 4700,
                     *       "l3_cache_mb": 32,
                     *       "series": "Ryzen 5000",
                     *       "microarchitecture": "Zen 3",
                     *       "core_family": "Vermeer",
                     *       "tdp_w": 105,
                     *       "integrated_graphics": true,
                     *       "ecc": true,
                     *       "part_numbers": [
                     *         "100-100000063WOF"
                     *       ],
                     *       "price_is_old": false,
                     *       "scores": [
                     *         {
                     *           "benchmark_id": 15,
                     *           "variant": "cyberpunk2077",
                     *           "median": 14470,
                     *           "builds": 106,
                     *           "settings_mixed": true
                     *         }
                     *       ],
                     *       "value": 51.1
                     *     }
                     */
                    "application/json": components["schemas"]["Product_cpu"];
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsGpuUrlSlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the product in addresses.
                 * @example amd-ryzen-7-5800x
                 */
                url_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "gpu",
                     *       "id": 1,
                     *       "make": "AMD",
                     *       "model": "Ryzen 7 5800X",
                     *       "url_slug": "amd-ryzen-7-5800x",
                     *       "manufacturer": "NVIDIA",
                     *       "chipset": "B550",
                     *       "vram_gb": 12,
                     *       "memory_type": "DDR4",
                     *       "base_clock": 3800,
                     *       "boost_clock": 4700,
                     *       "length_mm": 285,
                     *       "tdp_w": 105,
                     *       "price": 299.99,
                     *       "price_date": "2026-11-02",
                     *       "series": "Ryzen 5000",
                     *       "part_numbers": [
                     *         "100-100000063WOF"
                     *       ],
                     *       "chip": "nvidia-geforce-rtx-4070-super-12gb",
                     *       "price_is_old": false,
                     *       "scores": [
                     *         {
                     *           "benchmark_id": 15,
                     *           "variant": "cyberpunk2077",
                     *           "median": 14470,
                     *           "builds": 106,
                     *           "settings_mixed": true
                     *         }
                     *       ],
                     *       "value": 51.1
                     *     }
                     */
                    "application/json": components["schemas"]["Product_gpu"];
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsRamUrlSlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the product in addresses.
                 * @example amd-ryzen-7-5800x
                 */
                url_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "ram",
                     *       "id": 1,
                     *       "make": "AMD",
                     *       "model": "Ryzen 7 5800X",
                     *       "url_slug": "amd-ryzen-7-5800x",
                     *       "memory_type": "DDR4",
                     *       "capacity_gb": 32,
                     *       "modules": 2,
                     *       "module_gb": 16,
                     *       "speed_mts": 3600,
                     *       "cas_latency": 16,
                     *       "form_factor": "ATX",
                     *       "price": 299.99,
                     *       "price_date": "2026-11-02",
                     *       "ecc": true,
                     *       "profiles": [
                     *         "XMP 2.0"
                     *       ],
                     *       "part_numbers": [
                     *         "100-100000063WOF"
                     *       ],
                     *       "price_is_old": false,
                     *       "scores": [
                     *         {
                     *           "benchmark_id": 15,
                     *           "variant": "cyberpunk2077",
                     *           "median": 14470,
                     *           "builds": 106,
                     *           "settings_mixed": true
                     *         }
                     *       ],
                     *       "value": 51.1
                     *     }
                     */
                    "application/json": components["schemas"]["Product_ram"];
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsMotherboardUrlSlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the product in addresses.
                 * @example amd-ryzen-7-5800x
                 */
                url_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "motherboard",
                     *       "id": 1,
                     *       "make": "AMD",
                     *       "model": "Ryzen 7 5800X",
                     *       "url_slug": "amd-ryzen-7-5800x",
                     *       "socket": "AM4",
                     *       "chipset_manufacturer": "AMD",
                     *       "chipset": "B550",
                     *       "form_factor": "ATX",
                     *       "ram_types": [
                     *         "DDR4"
                     *       ],
                     *       "memory_slots": 4,
                     *       "max_memory_gb": 128,
                     *       "wifi": true,
                     *       "price": 299.99,
                     *       "price_date": "2026-11-02",
                     *       "m2_slots": 2,
                     *       "series": "Ryzen 5000",
                     *       "part_numbers": [
                     *         "100-100000063WOF"
                     *       ],
                     *       "price_is_old": false,
                     *       "scores": [
                     *         {
                     *           "benchmark_id": 15,
                     *           "variant": "cyberpunk2077",
                     *           "median": 14470,
                     *           "builds": 106,
                     *           "settings_mixed": true
                     *         }
                     *       ],
                     *       "value": 51.1
                     *     }
                     */
                    "application/json": components["schemas"]["Product_motherboard"];
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsChipUrlSlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the product in addresses.
                 * @example amd-ryzen-7-5800x
                 */
                url_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "chip": {
                     *         "slug": "nvidia-geforce-rtx-4070-super-12gb",
                     *         "title": "Cyberpunk 2077",
                     *         "manufacturer": "NVIDIA",
                     *         "chipset": "B550",
                     *         "vram_gb": 12,
                     *         "cards": 3,
                     *         "price": {
                     *           "lowest": 549,
                     *           "highest": 699,
                     *           "currency": "USD",
                     *           "date": "2026-11-02",
                     *           "highest_date": "2026-11-02",
                     *           "price_is_old": false,
                     *           "known": 2,
                     *           "of": 3
                     *         },
                     *         "scores": [
                     *           {
                     *             "benchmark_id": 15,
                     *             "variant": "cyberpunk2077",
                     *             "median": 14470,
                     *             "builds": 106,
                     *             "settings_mixed": true
                     *           }
                     *         ]
                     *       },
                     *       "cards": [
                     *         {
                     *           "kind": "gpu",
                     *           "id": 1,
                     *           "make": "AMD",
                     *           "model": "Ryzen 7 5800X",
                     *           "url_slug": "amd-ryzen-7-5800x",
                     *           "manufacturer": "NVIDIA",
                     *           "chipset": "B550",
                     *           "vram_gb": 12,
                     *           "memory_type": "DDR4",
                     *           "base_clock": 3800,
                     *           "boost_clock": 4700,
                     *           "length_mm": 285,
                     *           "tdp_w": 105,
                     *           "price": 299.99,
                     *           "price_date": "2026-11-02",
                     *           "series": "Ryzen 5000",
                     *           "part_numbers": [
                     *             "100-100000063WOF"
                     *           ],
                     *           "chip": "nvidia-geforce-rtx-4070-super-12gb",
                     *           "price_is_old": false,
                     *           "scores": [
                     *             {
                     *               "benchmark_id": 15,
                     *               "variant": "cyberpunk2077",
                     *               "median": 14470,
                     *               "builds": 106,
                     *               "settings_mixed": true
                     *             }
                     *           ],
                     *           "value": 51.1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The chip of the graphics cards, with the memory size */
                        chip: {
                            /** @description The name of the chip in addresses. */
                            slug: string;
                            /** @description The maker of the chip, the name of the chip, and the memory size */
                            title: string;
                            /** @description Who makes the chip. */
                            manufacturer: string;
                            chipset: string;
                            vram_gb: number | null;
                            /** @description How many cards have the chip */
                            cards: number;
                            /** @description The prices of the cards with the chip */
                            price: {
                                /** @description The lowest current price in USD; null = no price is known */
                                lowest: number | null;
                                /** @description The highest current price in USD; null = no price is known */
                                highest: number | null;
                                /**
                                 * @description The currency of the prices.
                                 * @constant
                                 */
                                currency: "USD";
                                /** @description The day of the lowest price; null = unknown */
                                date: string | null;
                                /** @description The day of the highest price; null = unknown */
                                highest_date: string | null;
                                /** @description Whether the lowest and the highest price are old, which happens only where no card has a current price; null = the day of the lowest price is unknown */
                                price_is_old: boolean | null;
                                /** @description How many of the cards have a price */
                                known: number;
                                /** @description How many cards have the chip */
                                of: number;
                            };
                            /** @description The measured results of builds with the chip */
                            scores: {
                                /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                                benchmark_id: number;
                                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                                variant: string | null;
                                /** @description In the unit of the benchmark, which GET /benchmarks/types names */
                                median: number;
                                /** @description How many builds with the product are measured */
                                builds: number;
                                /**
                                 * @description Present where results of a game with different resolutions and presets are compared.
                                 * @constant
                                 */
                                settings_mixed?: true;
                            }[];
                        };
                        /** @description The cards with the chip: the cards with a current price, the cheapest first; then cards with an old price, then cards without a price */
                        cards: components["schemas"]["Product_gpu"][];
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBuildsBuildIdUpgrades: {
        parameters: {
            query: {
                /** @description Which page of the list, from 1. */
                page?: number;
                /** @description How many entries a page has */
                limit?: number;
                /** @example cpu */
                kind: "cpu" | "gpu";
                /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                benchmark_id?: number;
                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                variant?: string;
                /** @description Only products with at most this price in USD; products without a price are left out. */
                max_price?: number;
                /** @description The order of the list. Without sort_by, products are sorted by relevance or, without a query, by make and model. popularity lists the products with the most measured builds first, and products with equally many by their generation, the newest first. */
                sort_by?: "gain" | "price_per_percent";
            };
            header?: never;
            path: {
                /** @example 1 */
                build_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "part": {
                     *             "kind": "cpu",
                     *             "id": 1,
                     *             "make": "AMD",
                     *             "model": "Ryzen 7 5800X",
                     *             "url_slug": "amd-ryzen-7-5800x",
                     *             "cpuid": 1,
                     *             "cores": 8,
                     *             "threads": 16,
                     *             "base_clock": 3800,
                     *             "socket": "AM4",
                     *             "ram_types": [
                     *               "DDR4"
                     *             ],
                     *             "price": 299.99,
                     *             "price_date": "2026-11-02",
                     *             "boost_clock": 4700,
                     *             "l3_cache_mb": 32,
                     *             "series": "Ryzen 5000",
                     *             "microarchitecture": "Zen 3",
                     *             "core_family": "Vermeer",
                     *             "tdp_w": 105,
                     *             "integrated_graphics": true,
                     *             "ecc": true,
                     *             "part_numbers": [
                     *               "100-100000063WOF"
                     *             ],
                     *             "price_is_old": false,
                     *             "scores": [
                     *               {
                     *                 "benchmark_id": 15,
                     *                 "variant": "cyberpunk2077",
                     *                 "median": 14470,
                     *                 "builds": 106,
                     *                 "settings_mixed": true
                     *               }
                     *             ],
                     *             "value": 51.1
                     *           },
                     *           "fits": true,
                     *           "expected_gain_percent": 6.9,
                     *           "expected_gain_interval": {
                     *             "low_percent": 2.4,
                     *             "high_percent": 4
                     *           },
                     *           "expected_score": 16300,
                     *           "median": 14470,
                     *           "builds": 106,
                     *           "measured_with": {
                     *             "kind": "cpu",
                     *             "id": 1,
                     *             "make": "AMD",
                     *             "model": "Ryzen 7 5800X",
                     *             "url_slug": "amd-ryzen-7-5800x"
                     *           },
                     *           "price": 299.99,
                     *           "price_date": "2026-11-02",
                     *           "price_per_percent": 43.4
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "benchmark_id": 15,
                     *       "benchmark": {
                     *         "id": 1,
                     *         "name": "Quiet tower",
                     *         "unit": "points"
                     *       },
                     *       "variant": "cyberpunk2077",
                     *       "settings_mixed": true,
                     *       "present": {
                     *         "part": {
                     *           "kind": "cpu",
                     *           "id": 1,
                     *           "make": "AMD",
                     *           "model": "Ryzen 7 5800X",
                     *           "url_slug": "amd-ryzen-7-5800x"
                     *         },
                     *         "median": 14470,
                     *         "builds": 106,
                     *         "score": 15240
                     *       },
                     *       "fit_unknown": 0
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: {
                            /** @description A product of the catalogue; null = none. */
                            part: components["schemas"]["Product_cpu"] | components["schemas"]["Product_gpu"];
                            /**
                             * @description In a request: the parts that the products have to fit, by their url_slug. Of an upgrade: true, or null = unknown.
                             * @constant
                             */
                            fits: true;
                            expected_gain_percent: number;
                            /** @description The 95 % confidence interval of the expected gain, in percent. */
                            expected_gain_interval: {
                                low_percent: number;
                                high_percent: number;
                            };
                            /** @description The score expected with the part, in the unit of the benchmark, at most the 90th percentile of the builds with the part; null = the build has no score, or one above this percentile. */
                            expected_score: number | null;
                            /** @description A score in the unit of the benchmark */
                            median: number;
                            /** @description How many builds with the part are measured */
                            builds: number;
                            /** @description Of a game: the part of this build that all compared builds have as well, its processor or its graphics card; null in other benchmarks. */
                            measured_with: ({
                                /** @constant */
                                kind: "cpu";
                                /** @description The id of the product within its kind; of a CPU its cpuid */
                                id: number;
                                /** @description The maker of the product. */
                                make: string;
                                model: string;
                                /** @description The address of the product is /products/<kind>/<url_slug> */
                                url_slug: string;
                            } | {
                                /** @constant */
                                kind: "gpu";
                                /** @description The id of the product within its kind; of a CPU its cpuid */
                                id: number;
                                /** @description The maker of the product. */
                                make: string;
                                model: string;
                                /** @description The address of the product is /products/<kind>/<url_slug> */
                                url_slug: string;
                            }) | null;
                            /** @description The price of the part in USD */
                            price: number | null;
                            /** @description The day on which the product had the price; null = unknown. */
                            price_date: string | null;
                            /** @description The price in USD for each percent of the expected gain; null = the price is unknown or older than a year */
                            price_per_percent: number | null;
                        }[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                        benchmark_id: number;
                        /** @description The benchmark; in a query its id. */
                        benchmark: components["schemas"]["BenchmarkSummary"];
                        /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                        variant: string | null;
                        /**
                         * @description Present where results of a game with different resolutions and presets are compared.
                         * @constant
                         */
                        settings_mixed?: true;
                        /** @description The build's present part, with its measured results. */
                        present: {
                            /** @description A product of the catalogue; null = none. */
                            part: ({
                                /** @constant */
                                kind: "cpu";
                                /** @description The id of the product within its kind; of a CPU its cpuid */
                                id: number;
                                /** @description The maker of the product. */
                                make: string;
                                model: string;
                                /** @description The address of the product is /products/<kind>/<url_slug> */
                                url_slug: string;
                            } | {
                                /** @constant */
                                kind: "gpu";
                                /** @description The id of the product within its kind; of a CPU its cpuid */
                                id: number;
                                /** @description The maker of the product. */
                                make: string;
                                model: string;
                                /** @description The address of the product is /products/<kind>/<url_slug> */
                                url_slug: string;
                            }) | null;
                            /** @description The median of the scores, in the unit of the benchmark. */
                            median: number | null;
                            /** @description How many builds with the part are measured */
                            builds: number;
                            /** @description The score in the unit of the benchmark; null = not known yet. */
                            score: number | null;
                        };
                        /** @description How many further parts may or may not fit, because a fact that decides it is unknown */
                        fit_unknown: number;
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBenchmarksBenchmarkIdRanking: {
        parameters: {
            query?: {
                /** @description Which page of the list, from 1. */
                page?: number;
                /** @description The maximum number of entries on a page of the list. */
                limit?: number;
                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                variant?: string;
                /** @description The resolution in pixels; null = unknown. */
                resolution?: string;
                /** @description The preset of the game's settings. */
                preset?: string;
                /** @description A processor; in a request its id or, in fits, its url_slug. */
                cpu?: string;
                /** @description A graphics card; in a request its id or, in fits, its url_slug. */
                gpu?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a benchmark that `GET /benchmarks/types` lists.
                 * @example 15
                 */
                benchmark_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "rank": 18,
                     *           "score": 15240,
                     *           "unit": "points",
                     *           "run_id": "7f4df3a4",
                     *           "resolution": "2560x1440",
                     *           "preset": "Ultra",
                     *           "low_1_fps": 1,
                     *           "build": {
                     *             "build_id": 1,
                     *             "name": "Quiet tower",
                     *             "owner": {
                     *               "account_id": "0f2b8a52",
                     *               "name": "Quiet tower"
                     *             },
                     *             "hidden": {
                     *               "reason": "Far above the results of the same hardware."
                     *             },
                     *             "parts": {
                     *               "cpu": {
                     *                 "kind": "cpu",
                     *                 "id": 1,
                     *                 "make": "AMD",
                     *                 "model": "Ryzen 7 5800X",
                     *                 "url_slug": "amd-ryzen-7-5800x"
                     *               },
                     *               "gpu": {
                     *                 "kind": "gpu",
                     *                 "id": 1,
                     *                 "make": "AMD",
                     *                 "model": "Ryzen 7 5800X",
                     *                 "url_slug": "amd-ryzen-7-5800x"
                     *               },
                     *               "ram": {
                     *                 "kind": "ram",
                     *                 "id": 1,
                     *                 "make": "AMD",
                     *                 "model": "Ryzen 7 5800X",
                     *                 "url_slug": "amd-ryzen-7-5800x"
                     *               },
                     *               "motherboard": {
                     *                 "kind": "motherboard",
                     *                 "id": 1,
                     *                 "make": "AMD",
                     *                 "model": "Ryzen 7 5800X",
                     *                 "url_slug": "amd-ryzen-7-5800x"
                     *               }
                     *             },
                     *             "created_at": "2026-11-21T18:04:05.000Z"
                     *           },
                     *           "created_at": "2026-11-21T18:04:05.000Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "benchmark_id": 15,
                     *       "benchmark": {
                     *         "id": 1,
                     *         "name": "Quiet tower",
                     *         "unit": "points"
                     *       },
                     *       "variant": "cyberpunk2077",
                     *       "settings_mixed": true
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: {
                            /** @description The rank of the build; equal scores share a rank */
                            rank: number;
                            /** @description A score in the unit of the benchmark */
                            score: number;
                            /** @description The unit of the score, as in `benchmark` */
                            unit: string;
                            run_id: string;
                            /** @description The setting of a game with which the result was measured; absent = unknown */
                            resolution?: string;
                            /** @description The setting of a game with which the result was measured; absent = unknown */
                            preset?: string;
                            /** @description The mean frame rate of the slowest hundredth of the run's frames; null = unknown, absent = no game */
                            low_1_fps?: number | null;
                            /** @description A computer with its parts and results. */
                            build: components["schemas"]["Build"];
                            /**
                             * Format: date-time
                             * @description When the run was submitted
                             */
                            created_at: string;
                        }[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                        benchmark_id: number;
                        /** @description The benchmark; in a query its id. */
                        benchmark: components["schemas"]["BenchmarkSummary"];
                        /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                        variant: string | null;
                        /**
                         * @description Present where results of a game with different resolutions and presets are compared.
                         * @constant
                         */
                        settings_mixed?: true;
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBenchmarksBenchmarkIdVariants: {
        parameters: {
            query?: {
                /** @description Which page of the list, from 1. */
                page?: number;
                /** @description The maximum number of entries on a page of the list. */
                limit?: number;
                /** @description The text to search for, as people type it. */
                query?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a benchmark that `GET /benchmarks/types` lists.
                 * @example 15
                 */
                benchmark_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "variant": "cyberpunk2077",
                     *           "builds": 106,
                     *           "resolutions": [
                     *             {
                     *               "resolution": "2560x1440",
                     *               "builds": 106
                     *             }
                     *           ],
                     *           "presets": [
                     *             {
                     *               "preset": "Ultra",
                     *               "builds": 106
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "benchmark_id": 15,
                     *       "benchmark": {
                     *         "id": 1,
                     *         "name": "Quiet tower",
                     *         "unit": "points"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: {
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /** @description How many builds have a result in this variant, with this setting or in this bin */
                            builds: number;
                            /** @description The resolutions at which builds were measured. */
                            resolutions?: {
                                /** @description The resolution in pixels; null = unknown. */
                                resolution: string;
                                /** @description How many builds have a result in this variant, with this setting or in this bin */
                                builds: number;
                            }[];
                            /** @description The presets under which builds were measured. */
                            presets?: {
                                /** @description The preset of the game's settings. */
                                preset: string;
                                /** @description How many builds have a result in this variant, with this setting or in this bin */
                                builds: number;
                            }[];
                        }[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                        benchmark_id: number;
                        /** @description The benchmark; in a query its id. */
                        benchmark: components["schemas"]["BenchmarkSummary"];
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getBenchmarksBenchmarkIdResults: {
        parameters: {
            query?: {
                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                variant?: string;
                /** @description The `cursor` of the last line of an earlier download, which this one continues. */
                since?: string;
                /** @description The form of the lines: a JSON object, or CSV (RFC 4180) with the same names in its first line */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description The id of a benchmark that `GET /benchmarks/types` lists.
                 * @example 15
                 */
                benchmark_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lines of text. docs/data.md of the project describes the columns. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description The name under which a browser saves the file.
                     * @example attachment; filename="capture.csv"
                     */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsCpuUrlSlugResults: {
        parameters: {
            query?: {
                /** @description Which page of the list, from 1. */
                page?: number;
                /** @description The maximum number of entries on a page of the list. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of the product in addresses.
                 * @example amd-ryzen-7-5800x
                 */
                url_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "benchmark_id": 15,
                     *           "benchmark": {
                     *             "id": 1,
                     *             "name": "Quiet tower",
                     *             "unit": "points"
                     *           },
                     *           "higher_is_better": true,
                     *           "variant": "cyberpunk2077",
                     *           "resolution": "2560x1440",
                     *           "preset": "Ultra",
                     *           "settings_mixed": true,
                     *           "builds": 106,
                     *           "median": 14470,
                     *           "p10": 11020,
                     *           "p90": 19644,
                     *           "best": 15310,
                     *           "histogram": [
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "part": "chip"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: {
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The benchmark; in a query its id. */
                            benchmark: components["schemas"]["BenchmarkSummary"];
                            /** @description Whether a higher value is better. */
                            higher_is_better: boolean;
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /** @description The setting with which the compared builds were measured; absent = any setting */
                            resolution?: string;
                            /** @description The setting with which the compared builds were measured; absent = any setting */
                            preset?: string;
                            /**
                             * @description Present where results of a game with different resolutions and presets are compared.
                             * @constant
                             */
                            settings_mixed?: true;
                            /** @description How many builds have a result in this variant, with this setting or in this bin */
                            builds: number;
                            /** @description The median of the scores, in the unit of the benchmark. */
                            median: number | null;
                            /** @description The 10th percentile of the scores, in the unit of the benchmark. */
                            p10: number | null;
                            /** @description The 90th percentile of the scores, in the unit of the benchmark. */
                            p90: number | null;
                            /** @description The best score, in the unit of the benchmark. */
                            best: number | null;
                            /** @description The distribution of the scores in 20 bins of equal width; null = fewer than five builds. */
                            histogram: {
                                /** @description A score in the unit of the benchmark */
                                from: number;
                                /** @description A score in the unit of the benchmark */
                                to: number;
                                /** @description How many builds have a result in this variant, with this setting or in this bin */
                                builds: number;
                            }[] | null;
                        }[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /**
                         * @description What the builds have in common: the chip of the graphics card, or the model of the processor
                         * @enum {string}
                         */
                        part: "chip" | "model";
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsCpuUrlSlugHistogramSvg: {
        parameters: {
            query: {
                /**
                 * @description The benchmark; in a query its id.
                 * @example 15
                 */
                benchmark: number;
                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                variant?: string;
                /** @description The id of the run that the picture marks. */
                run?: string;
                /** @description The width of the picture in pixels */
                width?: number;
                /** @description The colours of the picture; auto follows the colour scheme of the reader's system. */
                theme?: "auto" | "light" | "dark";
            };
            header?: never;
            path: {
                /**
                 * @description The name of the product in addresses.
                 * @example amd-ryzen-7-5800x
                 */
                url_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsGpuUrlSlugResults: {
        parameters: {
            query?: {
                /** @description Which page of the list, from 1. */
                page?: number;
                /** @description The maximum number of entries on a page of the list. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of the product in addresses.
                 * @example amd-ryzen-7-5800x
                 */
                url_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "benchmark_id": 15,
                     *           "benchmark": {
                     *             "id": 1,
                     *             "name": "Quiet tower",
                     *             "unit": "points"
                     *           },
                     *           "higher_is_better": true,
                     *           "variant": "cyberpunk2077",
                     *           "resolution": "2560x1440",
                     *           "preset": "Ultra",
                     *           "settings_mixed": true,
                     *           "builds": 106,
                     *           "median": 14470,
                     *           "p10": 11020,
                     *           "p90": 19644,
                     *           "best": 15310,
                     *           "histogram": [
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "part": "chip"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: {
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The benchmark; in a query its id. */
                            benchmark: components["schemas"]["BenchmarkSummary"];
                            /** @description Whether a higher value is better. */
                            higher_is_better: boolean;
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /** @description The setting with which the compared builds were measured; absent = any setting */
                            resolution?: string;
                            /** @description The setting with which the compared builds were measured; absent = any setting */
                            preset?: string;
                            /**
                             * @description Present where results of a game with different resolutions and presets are compared.
                             * @constant
                             */
                            settings_mixed?: true;
                            /** @description How many builds have a result in this variant, with this setting or in this bin */
                            builds: number;
                            /** @description The median of the scores, in the unit of the benchmark. */
                            median: number | null;
                            /** @description The 10th percentile of the scores, in the unit of the benchmark. */
                            p10: number | null;
                            /** @description The 90th percentile of the scores, in the unit of the benchmark. */
                            p90: number | null;
                            /** @description The best score, in the unit of the benchmark. */
                            best: number | null;
                            /** @description The distribution of the scores in 20 bins of equal width; null = fewer than five builds. */
                            histogram: {
                                /** @description A score in the unit of the benchmark */
                                from: number;
                                /** @description A score in the unit of the benchmark */
                                to: number;
                                /** @description How many builds have a result in this variant, with this setting or in this bin */
                                builds: number;
                            }[] | null;
                        }[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /**
                         * @description What the builds have in common: the chip of the graphics card, or the model of the processor
                         * @enum {string}
                         */
                        part: "chip" | "model";
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsGpuUrlSlugHistogramSvg: {
        parameters: {
            query: {
                /**
                 * @description The benchmark; in a query its id.
                 * @example 15
                 */
                benchmark: number;
                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                variant?: string;
                /** @description The id of the run that the picture marks. */
                run?: string;
                /** @description The width of the picture in pixels */
                width?: number;
                /** @description The colours of the picture; auto follows the colour scheme of the reader's system. */
                theme?: "auto" | "light" | "dark";
            };
            header?: never;
            path: {
                /**
                 * @description The name of the product in addresses.
                 * @example amd-ryzen-7-5800x
                 */
                url_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsChipUrlSlugResults: {
        parameters: {
            query?: {
                /** @description Which page of the list, from 1. */
                page?: number;
                /** @description The maximum number of entries on a page of the list. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of the product in addresses.
                 * @example amd-ryzen-7-5800x
                 */
                url_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "benchmark_id": 15,
                     *           "benchmark": {
                     *             "id": 1,
                     *             "name": "Quiet tower",
                     *             "unit": "points"
                     *           },
                     *           "higher_is_better": true,
                     *           "variant": "cyberpunk2077",
                     *           "resolution": "2560x1440",
                     *           "preset": "Ultra",
                     *           "settings_mixed": true,
                     *           "builds": 106,
                     *           "median": 14470,
                     *           "p10": 11020,
                     *           "p90": 19644,
                     *           "best": 15310,
                     *           "histogram": [
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             },
                     *             {
                     *               "from": 14000,
                     *               "to": 15000,
                     *               "builds": 106
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "part": "chip"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        results: {
                            /** @description The id of a benchmark that `GET /benchmarks/types` lists. */
                            benchmark_id: number;
                            /** @description The benchmark; in a query its id. */
                            benchmark: components["schemas"]["BenchmarkSummary"];
                            /** @description Whether a higher value is better. */
                            higher_is_better: boolean;
                            /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                            variant: string | null;
                            /** @description The setting with which the compared builds were measured; absent = any setting */
                            resolution?: string;
                            /** @description The setting with which the compared builds were measured; absent = any setting */
                            preset?: string;
                            /**
                             * @description Present where results of a game with different resolutions and presets are compared.
                             * @constant
                             */
                            settings_mixed?: true;
                            /** @description How many builds have a result in this variant, with this setting or in this bin */
                            builds: number;
                            /** @description The median of the scores, in the unit of the benchmark. */
                            median: number | null;
                            /** @description The 10th percentile of the scores, in the unit of the benchmark. */
                            p10: number | null;
                            /** @description The 90th percentile of the scores, in the unit of the benchmark. */
                            p90: number | null;
                            /** @description The best score, in the unit of the benchmark. */
                            best: number | null;
                            /** @description The distribution of the scores in 20 bins of equal width; null = fewer than five builds. */
                            histogram: {
                                /** @description A score in the unit of the benchmark */
                                from: number;
                                /** @description A score in the unit of the benchmark */
                                to: number;
                                /** @description How many builds have a result in this variant, with this setting or in this bin */
                                builds: number;
                            }[] | null;
                        }[];
                        /** @description How many entries the list has on all pages */
                        total: number;
                        /**
                         * @description What the builds have in common: the chip of the graphics card, or the model of the processor
                         * @enum {string}
                         */
                        part: "chip" | "model";
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getProductsChipUrlSlugHistogramSvg: {
        parameters: {
            query: {
                /**
                 * @description The benchmark; in a query its id.
                 * @example 15
                 */
                benchmark: number;
                /** @description The 3DMark test or the game: only results of the same variant are comparable; null = the benchmark has no variants, or the game is unknown. */
                variant?: string;
                /** @description The id of the run that the picture marks. */
                run?: string;
                /** @description The width of the picture in pixels */
                width?: number;
                /** @description The colours of the picture; auto follows the colour scheme of the reader's system. */
                theme?: "auto" | "light" | "dark";
            };
            header?: never;
            path: {
                /**
                 * @description The name of the product in addresses.
                 * @example amd-ryzen-7-5800x
                 */
                url_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getHealthLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "live"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Of a run: how far the service has read its file. Of a process: whether it can serve requests.
                         * @constant
                         */
                        status: "live";
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTryAgain"];
        };
    };
    getHealthReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready",
                     *       "stores": {
                     *         "1": "up"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Of a run: how far the service has read its file. Of a process: whether it can serve requests.
                         * @enum {string}
                         */
                        status: "ready" | "not ready" | "draining";
                        /** @description Each store with its state. */
                        stores: {
                            [key: string]: "up" | "away";
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTryAgain"];
        };
    };
    getHome: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Quiet tower",
                     *       "description": "Attach a benchmark result to a build.",
                     *       "links": {
                     *         "1": {
                     *           "href": "/products/cpu",
                     *           "title": "Cyberpunk 2077"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        name: string;
                        description: string;
                        /** @description The pages with which a reader can continue. */
                        links: {
                            [key: string]: {
                                /** @description The path of the linked page, on this service. */
                                href: string;
                                /** @description The name of the variant for people: the title of the game, or the test; null = the variant has no name. */
                                title: string;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["MalformedRequest"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTryAgain"];
        };
    };
    getOpenapiJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        openapi: "3.1.0";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
    getDocsVersionAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The version in the addresses of the page's files.
                 * @example k3Jx0b2vQm9sT1aZ
                 */
                version: string;
                /**
                 * @description The name of a script or style sheet of the page.
                 * @example swagger-ui.css
                 */
                asset: "swagger-ui.css" | "swagger-ui-bundle.js" | "start.js";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                    "text/javascript": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match names the ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.
                     * @example W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StoreUnavailableOrTooManyConnectionsOrTryAgain"];
        };
    };
}
