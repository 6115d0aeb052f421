@rem Sets folders: every Wireshark with tshark.exe that can be found, each in quotes, best first. Called by the other scripts.
@rem SPDX-License-Identifier: GPL-2.0-or-later
@rem
@rem WIRESHARK_DIR names one that is somewhere else; then nothing else counts.
@echo off
set "folders="
if not "%WIRESHARK_DIR%"=="" goto named
call :look "%ProgramFiles%\Wireshark"
call :look "%ProgramW6432%\Wireshark"
set "key=Software\Microsoft\Windows\CurrentVersion\App Paths\Wireshark.exe"
for %%r in (HKLM HKCU) do call :ask %%r
for %%p in (tshark.exe) do call :look "%%~dp$PATH:p"
goto :eof

:named
call :look "%WIRESHARK_DIR%"
goto :eof

rem Where the installer wrote down that Wireshark is.
:ask
for /f "tokens=2,*" %%a in ('reg query "%1\%key%" /v Path 2^>nul') do if "%%a"=="REG_SZ" call :look "%%b"
goto :eof

rem A folder that is known already is installed to once more; that changes nothing.
:look
if "%~1"=="" goto :eof
set "folder=%~1"
if "%folder:~-1%"=="\" set "folder=%folder:~0,-1%"
if exist "%folder%\tshark.exe" set folders=%folders% "%folder%"
goto :eof
