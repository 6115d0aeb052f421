# bash completion for bcnet-check, bcnet-columns, bcnet-compare, bcnet-doctor, bcnet-forge, bcnet-layout, bcnet-redact, bcnet-report and bcnet-trace2pcap.
# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later

# Options are asked of the programs themselves, so that they are always those of the version that is installed.
_bcnet()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
    local -a call=("${COMP_WORDS[0]}")

    COMPREPLY=()
    if [[ ${call[0]##*/} == bcnet-layout ]]; then
        if ((COMP_CWORD == 1)); then
            words="--help --version $("${call[0]}" --help 2>/dev/null | sed -n 's/^  bcnet-layout \([a-z]*\) .*/\1/p')"
            mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
            return
        fi
        call+=("${COMP_WORDS[1]}")
    fi
    case $before in
    --as) words="datagrams cipher messages payloads" ;;
    *) [[ $word != -* ]] || words=$(LC_ALL=C "${call[@]}" --help 2>/dev/null | grep -o -e '--[a-z][a-z0-9-]*') ;;
    esac
    if [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -F _bcnet bcnet-check bcnet-columns bcnet-compare bcnet-doctor bcnet-forge bcnet-layout bcnet-redact bcnet-report bcnet-trace2pcap
